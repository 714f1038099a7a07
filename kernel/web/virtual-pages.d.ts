declare module "virtual:pages" {
  type Page = Omit<import("./pages-plugin.ts").ScannedPage, "file"> & { load(): Promise<Record<string, unknown>> };
  export const pages: readonly Page[];
}
