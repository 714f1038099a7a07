/** What the boards are told about the memory of all processes. */
export interface CacheInfo {
  readonly kind: "MEMORY";
  readonly node: string;
  readonly sessions: { readonly sessions: number; readonly people: number };
  readonly groups: readonly { readonly code: string; readonly label: string; readonly reloads: string }[];
  readonly nodes: readonly {
    readonly node: string;
    readonly heapUsed: number;
    readonly rss: number;
    readonly groups: readonly {
      readonly code: string;
      readonly keys: number;
      readonly bytes: number;
      readonly hits: number;
      readonly misses: number;
    }[];
  }[];
}
