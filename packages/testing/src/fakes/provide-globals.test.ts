import { describe, expect, it, onTestFinished } from 'vitest';
import { createMockDOM } from '../mock-dom.ts';
import { provideGlobals } from './provide-globals.ts';

const page = globalThis as unknown as Window & typeof globalThis;

describe('provideGlobals', () => {
  it('gives what pages have, in place of what Node has of it', async () => {
    // Node defines these when they are first read.
    expect([File, FormData, Response].map((global) => typeof global)).not.toContain('undefined');
    const before = Object.getOwnPropertyDescriptors(globalThis);
    const restore = provideGlobals(
      createMockDOM('<form><input name="a" value="3"><input name="f" type="file"></form>'),
    );
    page.localStorage.setItem('theme', 'dark');
    page.sessionStorage.setItem('tab', '2');
    await page.navigator.clipboard.writeText('copied');
    expect([page.localStorage.length, page.sessionStorage.getItem('tab')]).toEqual([1, '2']);
    expect(await page.navigator.clipboard.readText()).toBe('copied');
    const [form] = page.document.forms;
    const data = new FormData(form);
    expect([data.get('a'), data.has('b')]).toEqual(['3', false]);
    expect(data.get('f')).toMatchObject({ name: '', size: 0 });
    const input = page.document.querySelector<HTMLInputElement>('[name=f]');
    const chosen = new DataTransfer();
    const { File: PageFile } = page.window as unknown as typeof globalThis;
    chosen.items.add(new PageFile(['of the file'], 'a.txt', { type: 'text/plain' }));
    if (input) input.files = chosen.files;
    const file = new FormData(form).get('f') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['a.txt', 'text/plain', 'of the file']);
    // Node's `fetch` takes no form data of another class.
    expect(await new Response(data).text()).toContain('name="a"\r\n\r\n3\r\n');
    restore();
    expect(Object.getOwnPropertyDescriptors(globalThis)).toEqual(before);
  });

  it('keeps what a test has set', () => {
    const own = { getItem: () => 'own' };
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    Object.defineProperty(globalThis, 'localStorage', { value: own, configurable: true });
    onTestFinished(() => {
      if (before) Object.defineProperty(globalThis, 'localStorage', before);
      else Reflect.deleteProperty(globalThis, 'localStorage');
    });
    onTestFinished(provideGlobals(createMockDOM()));
    expect(page.localStorage).toBe(own);
  });
});
