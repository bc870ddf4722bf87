import { openOffice } from './open-office.ts';

/** An office of its own for each example that is run: files, a database, an API and a mail server. */
export default async (): Promise<object> => (await openOffice()).services;
