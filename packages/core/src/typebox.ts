// Tests and servers need the schemas, and in Node no page gets smaller. By another name, which no alias replaces.
export * from '#typebox';
