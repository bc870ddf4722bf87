/** What MCP calls hints, as far as they follow from the capabilities of a tool. */
export interface DerivedHints {
  readonly readOnlyHint?: true;
  readonly openWorldHint?: false;
  readonly [hint: string]: unknown;
}

/** Capabilities without which nothing is changed. */
const READS = /^([a-z]+(:[a-z]+)?:read|dom:observe|dom:shadow|geolocation)$/;

/** The hints of a tool: whether it only reads, and whether it stays within the page. */
export function derivedHints(capabilities: readonly string[]): DerivedHints {
  return {
    ...(capabilities.every((capability) => READS.test(capability)) && { readOnlyHint: true as const }),
    ...(!capabilities.some((capability) => capability.startsWith('network:')) && {
      openWorldHint: false as const,
    }),
  };
}
