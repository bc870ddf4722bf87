import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileArea, type FileArea } from '../services/file-area.ts';
import { openQueryService, type QueryService } from '../services/query-service.ts';
import type { HttpPolicy, MailSettings } from '../services/tool-context.ts';
import { startMailServer, type ReceivedMail } from './mail-server.ts';
import { startOrdersServer } from './orders-server.ts';
import { writeDatabase, writeDocuments } from './write-files.ts';

/** What the host puts into the tools' context. */
export interface OfficeServices {
  readonly files: FileArea;
  readonly db: QueryService;
  readonly http: HttpPolicy;
  readonly mail: MailSettings;
}

/** An office on this computer: a folder, a database, an API and a mail server. */
export interface Office {
  readonly services: OfficeServices;
  /** Where the documents are. */
  readonly folder: string;
  /** The SQLite file, which is not among the documents. */
  readonly database: string;
  /** Where the API is, for example "http://127.0.0.1:40123". */
  readonly origin: string;
  /** The emails that the mail server got. */
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** Opens an office in a temporary folder, with servers on 127.0.0.1. */
export async function openOffice(): Promise<Office> {
  const place = await mkdtemp(join(tmpdir(), 'btcp-office-'));
  const folder = join(place, 'documents');
  const database = join(place, 'orders.db');
  await mkdir(folder);
  await writeDocuments(folder);
  writeDatabase(database);
  const [orders, mailServer] = await Promise.all([startOrdersServer(), startMailServer()]);
  const { origin } = orders;
  return {
    folder,
    database,
    origin,
    received: mailServer.received,
    services: {
      files: await openFileArea(folder),
      db: openQueryService(database),
      http: { allowedOrigins: [origin] },
      mail: { host: '127.0.0.1', port: mailServer.port, secure: false, from: 'office@office.example' },
    },
    async close() {
      await Promise.all([orders.close(), mailServer.close()]);
      await rm(place, { recursive: true, force: true });
    },
  };
}
