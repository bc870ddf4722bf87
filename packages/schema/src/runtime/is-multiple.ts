/**
 * Whether a number is a multiple of another, both read as the decimals that JSON writes: 0.3 is a multiple of 0.1,
 * though not in binary.
 */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0;
  const [digits, exponent] = decimal(value);
  const [ofDigits, ofExponent] = decimal(of);
  const lowest = Math.min(exponent, ofExponent);
  return scale(digits, exponent - lowest) % scale(ofDigits, ofExponent - lowest) === 0n;
}

const scale = (digits: bigint, by: number): bigint => digits * 10n ** BigInt(by);

// 1.25e-7 is [125, -9].
function decimal(value: number): [digits: bigint, exponent: number] {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
