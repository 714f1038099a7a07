declare module "virtual:pages" {
  type Page = import("./pages-plugin.ts").ScannedPage & { load(): Promise<Record<string, unknown>> };
  export const pages: readonly Page[];
}
