import { createMockDOM } from '@btcp/testing';
import { describe, expect, it } from 'vitest';
import getPageContent from '../src/tools/get-page-content.ts';

describe('getPageContent', () => {
  it('extracts text from main element', () => {
    const dom = createMockDOM('<main>Hello World</main>');
    const result = getPageContent({ format: 'text' }, { dom });

    expect(result.content).toBe('Hello World');
    expect(result.wordCount).toBe(2);
  });
});
