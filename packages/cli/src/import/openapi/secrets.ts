/** Names of values that only the host may know. */
const SECRET =
  /^(?:x-)?(?:(?:api|access|private|secret|auth)[-_]?(?:key|token)|password|passwd|(?:client[-_]?)?secret|(?:refresh|bearer|id)[-_]?token|authorization|token)$/i;

/** Whether a property or parameter holds a secret, by its name or its format. */
export function isSecret(name: string, schema: unknown): boolean {
  const { format } = Object(schema) as { readonly format?: unknown };
  return format === 'password' || SECRET.test(name);
}
