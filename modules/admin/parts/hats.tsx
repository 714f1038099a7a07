import type { Row } from "#kernel/page-document.ts";
import { menuRole, respOrg, respRole, responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import type { Hat } from "./catalogue.tsx";

interface HeldRole {
  readonly roleId: string;
  readonly roleCode: string;
  readonly roleName: string;
  readonly waits: boolean;
}

/** A responsibility with everything its card says. */
export interface HatCard {
  readonly hat: Hat;
  readonly roles: readonly HeldRole[];
  /** Menus its roles open together. */
  readonly menus: ReadonlySet<string>;
  readonly holders: number;
  readonly orgs: readonly Row[];
}

export interface Hats {
  readonly cards: readonly HatCard[];
  /** Which roles open a menu. */
  readonly rolesOfMenu: ReadonlyMap<string, ReadonlySet<string>>;
}

const text = (row: Row, key: string): string => String(row[key] ?? "");
const groups = (rows: readonly Row[], key: string): ReadonlyMap<string, readonly Row[]> => Map.groupBy(rows, (row) => text(row, key));

/** Joins what the tables say into one card for each responsibility. */
export function cardsOf(
  hats: readonly Hat[],
  links: readonly Row[],
  opened: readonly Row[],
  held: readonly Row[],
  orgs: readonly Row[],
): Hats {
  const [rolesOf, menusOf, holdersOf, orgsOf] = [
    groups(links, "responsibilityId"),
    groups(opened, "roleId"),
    groups(held, "responsibilityId"),
    groups(orgs, "responsibilityId"),
  ];
  const cards = hats.map((hat): HatCard => {
    const roles = (rolesOf.get(hat.id) ?? []).map((row) => ({
      roleId: text(row, "roleId"),
      roleCode: text(row, "roleCode"),
      roleName: text(row, "roleName"),
      waits: row["status"] === "PENDING",
    }));
    const live = roles.filter((one) => !one.waits);
    return {
      hat,
      roles,
      menus: new Set(live.flatMap((one) => (menusOf.get(one.roleId) ?? []).map((row) => text(row, "menuId")))),
      holders: new Set((holdersOf.get(hat.id) ?? []).map((row) => row["userId"])).size,
      orgs: orgsOf.get(hat.id) ?? [],
    };
  });
  const rolesOfMenu = new Map(
    [...groups(opened, "menuId")].map(([menuId, rows]) => [menuId, new Set(rows.map((row) => text(row, "roleId")))]),
  );
  return { cards, rolesOfMenu };
}

/** All responsibilities with roles, menus, holders and scopes. */
export function useHats(): Loaded<Hats> {
  const load = useLoad("hats", async () => {
    const [hats, links, opened, held, orgs] = await Promise.all([
      listAll<Hat>(responsibility),
      listAll<Row>(respRole),
      listAll<Row>(menuRole, { status: ["ACTIVE"] }),
      listAll<Row>(userResp, { status: ["ACTIVE"] }),
      listAll<Row>(respOrg),
    ]);
    return cardsOf(hats.rows, links.rows, opened.rows, held.rows, orgs.rows);
  });
  useChanged(responsibility.name, load.again);
  useChanged(respRole.name, load.again);
  useChanged(userResp.name, load.again);
  return load;
}
