import { Type } from '@sinclair/typebox';

/** Whoever is responsible. */
export const Person = Type.Object({ name: Type.String(), email: Type.String({ format: 'email' }) });

/** Where something stands. */
export const State = Type.Union([Type.Literal('open'), Type.Literal('paid'), Type.Literal('cancelled')]);

/** What every list has of one thing. */
export const Row = Type.Object({ id: Type.String(), amount: Type.Number(), label: Type.String() });
