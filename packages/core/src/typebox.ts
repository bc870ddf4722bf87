// Node needs the schemas, in tests and servers. Imports TypeBox by a name that no alias replaces.
export * from '#typebox';
