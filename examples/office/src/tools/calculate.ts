import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';

const OPERATIONS = {
  add: (a: number, b: number) => a + b,
  subtract: (a: number, b: number) => a - b,
  multiply: (a: number, b: number) => a * b,
  divide: (a: number, b: number) => a / b,
};

/** Adds, subtracts, multiplies or divides two numbers and returns the result. Fails on division by zero and when the result is too large. */
export const calculate = defineTool({
  inputSchema: Type.Object({
    operation: Type.Union(
      [Type.Literal('add'), Type.Literal('subtract'), Type.Literal('multiply'), Type.Literal('divide')],
      { description: 'Mathematical operation' },
    ),
    /** First operand */
    a: Type.Number(),
    /** Second operand */
    b: Type.Number(),
  }),
  capabilities: [],
  examples: [
    { description: 'Multiply', input: { operation: 'multiply', a: 6, b: 7 }, output: { result: 42 } },
    { description: 'Divide', input: { operation: 'divide', a: 1, b: 4 }, output: { result: 0.25 } },
  ],
  tags: ['math'],
  execute({ operation, a, b }) {
    if (operation === 'divide' && b === 0) {
      throw new BTCPError('DIVISION_BY_ZERO', {
        message: `Cannot divide ${a} by zero.`,
        suggestion: 'Choose a divisor other than 0.',
      });
    }
    const result = OPERATIONS[operation](a, b);
    // JSON has no infinity.
    if (!Number.isFinite(result)) {
      throw new BTCPError('RESULT_OUT_OF_RANGE', {
        message: `The result of ${operation} is beyond ${Number.MAX_VALUE}.`,
        suggestion: 'Use smaller operands.',
      });
    }
    return { result };
  },
});
