/** An order of the shop. */
export interface Order {
  readonly id: string;
  /** `2026-03` */
  readonly month: string;
  readonly euros: number;
}

/** What would be in the shop's database. */
export const ORDERS: readonly Order[] = [
  { id: 'o1', month: '2026-01', euros: 310 },
  { id: 'o2', month: '2026-01', euros: 95 },
  { id: 'o3', month: '2026-02', euros: 240 },
  { id: 'o4', month: '2026-03', euros: 520 },
  { id: 'o5', month: '2026-03', euros: 130 },
  { id: 'o6', month: '2026-03', euros: 60 },
];
