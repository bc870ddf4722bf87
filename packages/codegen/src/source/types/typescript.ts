// The only module that imports TypeScript 7. Its version is pinned, because its API may change with every version.
export {
  API,
  ElementFlags,
  NodeBuilderFlags,
  ObjectFlags,
  SignatureKind,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Diagnostic as TypeDiagnostic,
  type IndexInfo,
  type NodeHandle,
  type Program,
  type Project,
  type Snapshot,
  type Signature,
  type Symbol,
  type TupleType,
  type Type,
  type TypeReference,
  type UnionType,
} from 'typescript-7/unstable/sync';
export * as ast from 'typescript-7/unstable/ast';
export * as is from 'typescript-7/unstable/ast/is';
