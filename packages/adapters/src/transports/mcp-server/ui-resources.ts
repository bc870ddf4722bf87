import type { ManifestTool } from '@btcp/core';
import { isObject } from '@btcp/schema/internal';
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
  ResourceTemplate,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { McpResult } from '../../targets/mcp/mcp-result.ts';
import { capabilitiesOf } from './call-context.ts';
import type { McpTool } from './to-mcp-tool.ts';

/** Reads the built document of a tool with `ui`. */
export type ReadUi = (tool: ManifestTool) => string | Promise<string>;

/** What the specification of MCP Apps and `@modelcontextprotocol/ext-apps` call the extension, and its documents' type. */
const EXTENSION = 'io.modelcontextprotocol/ui';
const MIME_TYPE = 'text/html;profile=mcp-app';

interface UiParts {
  readonly server: Server;
  readonly manifest: { readonly name: string };
  readonly readUi: ReadUi | undefined;
  readonly list: () => readonly ManifestTool[];
}

/** The documents of tools, as resources that hosts of MCP Apps show; clients without that extension are not told of them. */
export class UiResources {
  readonly #parts: UiParts;

  constructor(parts: UiParts) {
    this.#parts = parts;
  }

  show(tool: ManifestTool, listed: McpTool, context: ServerContext): McpTool {
    if (!tool.ui || !this.#isOffered(context)) return listed;
    const meta = isObject(listed['_meta']) ? listed['_meta'] : {};
    const given = isObject(meta['ui']) ? meta['ui'] : {};
    const ui = { visibility: ['model', 'app'], ...given, resourceUri: this.#uriOf(tool) };
    return { ...listed, _meta: { ...meta, ui } };
  }

  /** Tells a document, which knows the tool's own type, that the result is in an object. */
  async markWrapped<T extends object>(
    called: Promise<McpResult | T>,
    context: ServerContext,
  ): Promise<McpResult | T> {
    const result = await called;
    if (!this.#isOffered(context) || !('content' in result) || result.structuredContent === undefined)
      return result;
    // oxlint-disable-next-line no-underscore-dangle -- the protocol's
    return { ...result, _meta: { ...result._meta, 'dev.btcp/wrapped': true } };
  }

  /** Serves the resources of all tools, also of those that are registered later. */
  attach(mcp: McpServer): void {
    if (!this.#parts.readUi) return;
    // Hosts read a document when they are told of its tool.
    mcp.server.registerCapabilities({ resources: { listChanged: false } });
    const list = (context: ServerContext): { resources: Resource[] } => ({
      resources: this.#isOffered(context)
        ? this.#parts.list().flatMap((tool) => (tool.ui ? this.#resourceOf(tool) : []))
        : [],
    });
    const template = new ResourceTemplate(`ui://${this.#parts.manifest.name}/{tool}`, { list });
    mcp.registerResource('ui', template, { mimeType: MIME_TYPE }, (uri) => this.#read(uri.href));
  }

  async #read(uri: string): Promise<ReadResourceResult> {
    const { list, readUi } = this.#parts;
    const tool = list().find((each) => each.ui && this.#uriOf(each) === uri);
    if (!tool || !readUi) throw new ResourceNotFoundError(uri);
    const text = await readUi(tool);
    // What hosts show is what was published, and signed.
    if ((await sha256(text)) !== tool.ui?.sha256)
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        `The document of "${tool.name}" is not the one of its manifest. Run \`btcp build\` again.`,
      );
    // oxlint-disable-next-line no-underscore-dangle -- the protocol's
    const { mimeType, _meta } = this.#resourceOf(tool);
    return { contents: [{ uri, mimeType, text, _meta }] };
  }

  #resourceOf(tool: ManifestTool): Resource {
    const { connectDomains = [], resourceDomains = [] } = tool.ui ?? {};
    const csp = { connectDomains: [...connectDomains], resourceDomains: [...resourceDomains] };
    return { uri: this.#uriOf(tool), name: tool.name, mimeType: MIME_TYPE, _meta: { ui: { csp } } };
  }

  #uriOf({ name }: ManifestTool): string {
    return `ui://${this.#parts.manifest.name}/${name}`;
  }

  /** Whether documents are served, and the client shows them. */
  #isOffered(context: ServerContext): boolean {
    const { server, readUi } = this.#parts;
    if (!readUi) return false;
    const capabilities = capabilitiesOf(context, server);
    // Clients ignore what they do not know.
    return capabilities === undefined || capabilities.extensions?.[EXTENSION] !== undefined;
  }
}

// Not an interface: those are not assignable to types with an index signature.
type Resource = {
  uri: string;
  name: string;
  mimeType: string;
  _meta: { ui: { csp: { connectDomains: string[]; resourceDomains: string[] } } };
};

/** The SHA-256 digest of a text as UTF-8, in hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
