import type { LinkedNode } from '../link/linked-schema.ts';
import type { Site } from './site.ts';

/** A keyword of linked schemas that writes code. */
export interface Keyword {
  readonly name: keyof LinkedNode;
  /** Writes the keyword's check of the value at a site. */
  readonly write: (site: Site) => void;
}

type ValueOf<K extends keyof LinkedNode> = Exclude<LinkedNode[K], undefined>;

/** Defines a keyword by the code that it writes for its value. */
export function keyword<K extends keyof LinkedNode>(
  name: K,
  write: (site: Site, value: ValueOf<K>) => void,
): Keyword {
  return {
    name,
    write(site) {
      const value = site.node[name];
      // `writeSchema` calls it only where the keyword is present.
      if (value !== undefined) write(site, value as ValueOf<K>);
    },
  };
}
