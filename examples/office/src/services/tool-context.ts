import type { FileArea } from './file-area.ts';
import type { QueryService } from './query-service.ts';

/** What the tools may reach over HTTP. */
export interface HttpPolicy {
  /** Origins such as "https://api.example". */
  readonly allowedOrigins: readonly string[];
}

/** The mail server that takes the tools' mail, and whose mail it is. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** Whether the connection starts with TLS. */
  readonly secure: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
  /** The sender's address. */
  readonly from: string;
}

// Optional: a host may offer only some of these, and a tool then says which one it lacks.
declare module '@btcp/core' {
  interface ToolContext {
    /** The folder that the file tools may use. */
    readonly files?: FileArea;
    /** The database that may be asked. */
    readonly db?: QueryService;
    readonly http?: HttpPolicy;
    readonly mail?: MailSettings;
  }
}
