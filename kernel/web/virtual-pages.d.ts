declare module "virtual:pages" {
  type Page = import("./pages-plugin.ts").ScannedPage & { load(): Promise<Record<string, unknown>> };
  type EntityFile = import("./pages-plugin.ts").ScannedEntity & { load(): Promise<Record<string, unknown>> };
  export const pages: readonly Page[];
  export const entities: readonly EntityFile[];
}
