import type { JsonSchemaObject } from '@btcp/core';
import { McpServer, type Server } from '@modelcontextprotocol/server';

/**
 * A server with tools of its own, as the SDK's high-level server: the SDK checks the headers of a call by HTTP only
 * where it gets one of these.
 */
export class ToolServer extends McpServer {
  readonly #schemaOf: (name: string) => JsonSchemaObject | undefined;

  constructor(server: Server, schemaOf: (name: string) => JsonSchemaObject | undefined) {
    super({ name: '', version: '' });
    // It does all through this property.
    Object.defineProperty(this, 'server', { value: server });
    this.#schemaOf = schemaOf;
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#schemaOf(name);
  }
}
