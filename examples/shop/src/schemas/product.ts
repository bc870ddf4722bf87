import { Type, type Static } from '@sinclair/typebox';

/** A product of the catalog. */
export const Product = Type.Object(
  {
    id: Type.String({ description: 'The id that deleteItem takes' }),
    name: Type.String(),
    category: Type.String(),
    color: Type.String(),
    price: Type.Number({ minimum: 0, description: 'In euros' }),
  },
  { additionalProperties: false },
);

export type Product = Static<typeof Product>;
