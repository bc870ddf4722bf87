import { expect, it } from 'vitest';
import { stackFrames } from './stack-frames.ts';

it('reads the frames of a stack, whatever their folders are called', () => {
  const stack = [
    'Error: at (/not/a/frame)',
    '    at fail (/home/ü/My Project (1)/a.ts:3:4)',
    '    at async /home/My Project (1)/b.ts:5:6',
    '    at Object.<anonymous> (file:///home/My%20Project%20(1)/c.ts:7:8)',
    '    at file:///home/d:e.ts:9:10',
    '    at new Sheet (/home/f.ts:11:12)',
    '    at node:internal/process/task_queues:103:5',
    '    at Array.map (<anonymous>)',
  ].join('\n');
  expect(stackFrames(stack)).toEqual([
    { path: '/home/ü/My Project (1)/a.ts', line: 3, column: 4 },
    { path: '/home/My Project (1)/b.ts', line: 5, column: 6 },
    { path: '/home/My Project (1)/c.ts', line: 7, column: 8 },
    { path: '/home/d:e.ts', line: 9, column: 10 },
    { path: '/home/f.ts', line: 11, column: 12 },
  ]);
});
