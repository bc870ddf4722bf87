import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findOrInstallBrowser } from '../support/find-browser.ts';
import { drawPicture } from './draw-picture.ts';

// A program, `npm run picture`: writes the README's picture from a real run.
const { gif } = await drawPicture(await findOrInstallBrowser());
await writeFile(fileURLToPath(new URL('../../docs/images/in-use.gif', import.meta.url)), gif);
