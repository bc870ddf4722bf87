import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A grey-scale picture as PNG, of one byte a pixel, row by row. */
export function writePng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  // Eight bits a pixel; grey, deflated, not filtered, not interlaced.
  const header = [...bigEndian(width), ...bigEndian(height), 8, 0, 0, 0, 0];
  const rows = new Uint8Array(height * (width + 1));
  // Each row begins with its filter: none.
  for (let row = 0; row < height; row++)
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  return Uint8Array.from([
    ...SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('IDAT', deflateSync(rows)),
    ...chunk('IEND', []),
  ]);
}

function chunk(name: string, data: Iterable<number>): readonly number[] {
  const body = [...new TextEncoder().encode(name), ...data];
  return [...bigEndian(body.length - name.length), ...body, ...bigEndian(crc32(Uint8Array.from(body)))];
}

const bigEndian = (value: number): readonly number[] =>
  [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
