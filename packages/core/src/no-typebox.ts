type Target = Record<PropertyKey, unknown>;

// The values of unset properties: `then` must not make it a promise, and nothing is an instance of it.
const READ = new Map<PropertyKey, unknown>([
  ['then', undefined],
  [Symbol.toPrimitive, undefined],
  [Symbol.hasInstance, () => false],
]);

const HANDLER: ProxyHandler<Target> = {
  get: (target, key) =>
    Object.hasOwn(target, key) ? target[key] : READ.has(key) ? READ.get(key) : anything(),
  apply: anything,
  construct: anything,
};

// Every property, call and construction returns another stub. Each is an object of its own, so that writing to one, or
// freezing it, does not affect the others; a bound function can be called and constructed, and has no `prototype`.
function anything(): Target {
  // oxlint-disable-next-line no-extra-bind -- it takes `prototype` away
  const target = function () {}.bind(undefined) as unknown as Target;
  Reflect.deleteProperty(target, 'name');
  Reflect.deleteProperty(target, 'length');
  return new Proxy(target, HANDLER);
}

const nothing: Target = anything();

/**
 * Replaces `@sinclair/typebox` in the bundle of a page. Modules of tools build schemas where they are defined, but a
 * client never reads them: it has the manifest and the compiled validators. With this module as an alias of TypeBox, a
 * page is 14 KB (gzipped) smaller. In Node this module is TypeBox itself: tests and servers need the schemas. Left out is
 * what TypeBox itself is made of, such as `IndexFromMappedKey`: a bundler names the import that this lacks.
 *
 * @example
 * // With esbuild; @btcp/vite leaves schemas out by itself.
 * await build({ alias: { '@sinclair/typebox': '@btcp/core/no-typebox' } });
 */
export {
  nothing as Any,
  nothing as Argument,
  nothing as Array,
  nothing as AsyncIterator,
  nothing as Awaited,
  nothing as BigInt,
  nothing as Boolean,
  nothing as Capitalize,
  nothing as CloneType,
  nothing as Composite,
  nothing as Const,
  nothing as Constructor,
  nothing as ConstructorParameters,
  nothing as CreateType,
  nothing as Date,
  nothing as Enum,
  nothing as Exclude,
  nothing as Extends,
  nothing as Extract,
  nothing as FormatRegistry,
  nothing as Function,
  nothing as Hint,
  nothing as Index,
  nothing as InstanceType,
  nothing as Instantiate,
  nothing as Integer,
  nothing as Intersect,
  nothing as Iterator,
  nothing as JavaScriptTypeBuilder,
  nothing as JsonTypeBuilder,
  nothing as KeyOf,
  nothing as Kind,
  nothing as KindGuard,
  nothing as Literal,
  nothing as Lowercase,
  nothing as Mapped,
  nothing as Module,
  nothing as Never,
  nothing as Not,
  nothing as Null,
  nothing as Number,
  nothing as Object,
  nothing as Omit,
  nothing as Optional,
  nothing as OptionalKind,
  nothing as Parameters,
  nothing as Partial,
  nothing as PatternBoolean,
  nothing as PatternNever,
  nothing as PatternNumber,
  nothing as PatternString,
  nothing as Pick,
  nothing as Promise,
  nothing as Readonly,
  nothing as ReadonlyKind,
  nothing as ReadonlyOptional,
  nothing as Record,
  nothing as Recursive,
  nothing as Ref,
  nothing as RegExp,
  nothing as Required,
  nothing as Rest,
  nothing as ReturnType,
  nothing as String,
  nothing as Symbol,
  nothing as TemplateLiteral,
  nothing as Transform,
  nothing as TransformKind,
  nothing as Tuple,
  nothing as Type,
  nothing as TypeBoxError,
  nothing as TypeGuard,
  nothing as TypeRegistry,
  nothing as Uint8Array,
  nothing as Uncapitalize,
  nothing as Undefined,
  nothing as Union,
  nothing as Unknown,
  nothing as Unsafe,
  nothing as Uppercase,
  nothing as ValueGuard,
  nothing as Void,
};
