declare module "virtual:declared-routes" {
  interface DeclaredRoute {
    readonly entity: string;
    readonly kind: "list" | "edit";
    readonly list?: string;
    readonly title: import("#kernel/text.ts").Text;
    load(): Promise<import("#kernel/entity.ts").Entity>;
    /** The file beside the declaration that fills slots of the default page. */
    file?(): Promise<import("#kernel/web/page/slots.ts").SlotFile>;
  }
  export const routes: Readonly<Record<string, DeclaredRoute>>;
}

declare module "virtual:declared-entities" {
  interface DeclaredEntity {
    readonly label: import("#kernel/text.ts").Text;
    readonly service: string;
    readonly title: readonly string[];
    readonly pages: { readonly list?: string; readonly edit?: string };
    load?(): Promise<import("#kernel/entity.ts").Entity>;
  }
  export const entities: Readonly<Record<string, DeclaredEntity>>;
}
