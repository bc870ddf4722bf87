/** Which object is asked for: the value, one that it holds itself (under a key, if that is known), or any below it. */
export interface Depth {
  readonly level: 'self' | 'member' | 'any';
  readonly key?: string | undefined;
}

export const SELF: Depth = { level: 'self' };
export const ANY: Depth = { level: 'any' };

/** Of what holds the object that is asked for. */
export function above({ level }: Depth): Depth {
  return { level: level === 'self' ? 'member' : 'any' };
}

/** Of what the value that is asked holds. */
export function below({ level }: Depth): Depth {
  return level === 'any' ? ANY : SELF;
}
