declare module "virtual:declared-routes" {
  interface DeclaredRoute {
    readonly entity: string;
    readonly kind: "list" | "edit";
    readonly list?: string;
    readonly title: import("#kernel/text.ts").Text;
    /** The folder whose file tells where the page comes from. */
    readonly room: string;
  }
  interface DeclaredPage {
    load(): Promise<import("#kernel/entity.ts").Entity>;
    /** The file beside the declaration that fills slots of the default page. */
    file?(): Promise<import("#kernel/web/page/slots.ts").SlotFile>;
  }
  export const routes: Readonly<Record<string, DeclaredRoute>>;
  export const rooms: Readonly<Record<string, () => Promise<{ readonly pages: Readonly<Record<string, DeclaredPage>> }>>>;
}

declare module "virtual:declared-entities" {
  interface DeclaredEntity {
    readonly label: import("#kernel/text.ts").Text;
    readonly service: string;
    readonly title: readonly string[];
    readonly pages: { readonly list?: string; readonly edit?: string };
  }
  export const entities: Readonly<Record<string, DeclaredEntity>>;
}

declare module "virtual:declared-homes" {
  export const homes: Readonly<Record<string, () => Promise<import("#kernel/entity.ts").Entity>>>;
}
