import { createMockDOM } from '@btcp/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillFormField, getPageTitle } from '../src/tools/page.ts';
import { openShopPage } from './shop-page.ts';

let dom: Document;
beforeEach(() => {
  dom = openShopPage();
});

const fill = (identifier: string, value: string, identifierType: 'name' | 'id' | 'label' | 'auto' = 'auto') =>
  fillFormField({ identifier, value, identifierType }, { dom });
const held = (selector: string): string | undefined => dom.querySelector<HTMLInputElement>(selector)?.value;

describe('getPageTitle', () => {
  it('gives the title', () => {
    expect(getPageTitle({}, { dom })).toEqual({ title: 'Example Shop: shoes and laptops' });
  });

  it('gives an empty title where there is none', () => {
    expect(getPageTitle({}, { dom: createMockDOM('<p>x</p>') })).toEqual({ title: '' });
  });
});

describe('fillFormField', () => {
  it('fills a field by name', () => {
    const result = { success: true, fieldType: 'input', previousValue: '' };
    expect(fill('email', 'user@example.com')).toEqual(result);
    expect(held('#customer-email')).toBe('user@example.com');
  });

  it.each([
    ['customer-email', 'id', '#customer-email'],
    ['email address', 'label', '#customer-email'],
    ['Full name', 'label', '[name=name]'],
    ['name', 'name', '[name=name]'],
    ['customer-email', 'auto', '#customer-email'],
    ['Email address:', 'auto', '#customer-email'],
  ] as const)('finds %s as %s', (identifier, type, selector) => {
    fill(identifier, 'a@b.example', type);
    expect(held(selector)).toBe('a@b.example');
  });

  it('fills textareas and selects, and says what they held', () => {
    expect(fill('note', 'line 1\nline 2')).toEqual({
      success: true,
      fieldType: 'textarea',
      previousValue: '',
    });
    expect(held('[name=note]')).toBe('line 1\nline 2');
    expect(fill('country', 'France')).toEqual({ success: true, fieldType: 'select', previousValue: 'de' });
    expect(held('[name=country]')).toBe('fr');
  });

  it('checks checkboxes and radio buttons', () => {
    const checked = (selector: string) => dom.querySelector<HTMLInputElement>(selector)?.checked;
    expect(fill('gift', 'true')).toEqual({ success: true, fieldType: 'input', previousValue: 'false' });
    fill('speed', 'express');
    expect([checked('[name=gift]'), checked('[value=standard]'), checked('[value=express]')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('tells the page', () => {
    const seen: string[] = [];
    for (const type of ['input', 'change']) {
      dom.querySelector('form')?.addEventListener(type, ({ target }) => {
        seen.push(`${type} ${(target as HTMLInputElement).value}`);
      });
    }
    fill('name', 'Ada');
    expect(seen).toEqual(['input Ada', 'change Ada']);
  });

  it.each([
    ['a field that is not there', 'phone', '1', 'FIELD_NOT_FOUND'],
    ['a name that is a selector', '"],[name="email', 'x', 'FIELD_NOT_FOUND'],
    ['an id taken for a name', 'customer-email', 'x', 'FIELD_NOT_FOUND', 'name'],
    ['a radio button that is not there', 'speed', 'pigeon', 'FIELD_NOT_FOUND'],
    ['a hidden field', 'token', 'x', 'FIELD_NOT_FILLABLE'],
    ['a file field', 'file', 'x', 'FIELD_NOT_FILLABLE'],
    ['a read-only field', 'customer-number', 'C-8', 'FIELD_READ_ONLY'],
    ['an unknown option', 'country', 'Atlantis', 'OPTION_NOT_FOUND'],
    ['a disabled option', 'country', 'aq', 'OPTION_NOT_FOUND'],
    ['text in a number field', 'pairs', 'many', 'INVALID_FIELD_VALUE'],
    ['a long text', 'email', 'x'.repeat(101), 'INVALID_FIELD_VALUE'],
    ['half a check', 'gift', 'maybe', 'INVALID_FIELD_VALUE'],
  ] as const)('refuses %s', (_, identifier, value, code, type = undefined) => {
    expect(() => fill(identifier, value, type)).toThrow(
      expect.objectContaining({ code, suggestion: expect.any(String) }),
    );
    expect([held('#customer-email'), held('[name=pairs]'), held('[name=country]')]).toEqual(['', '1', 'de']);
  });

  it('refuses to guess between fields of one name', () => {
    dom = createMockDOM('<input name="a"><textarea name="a"></textarea>');
    expect(() => fill('a', 'x')).toThrow(
      expect.objectContaining({ code: 'FIELD_NOT_UNIQUE', message: '2 fields are called "a".' }),
    );
  });

  it('suggests the fields there are', () => {
    dom = createMockDOM('<input name="a"><input id="b"><label>C <input></label>');
    expect(() => fill('d', 'x')).toThrow(expect.objectContaining({ suggestion: 'Use one of: a, b, c.' }));
  });
});
