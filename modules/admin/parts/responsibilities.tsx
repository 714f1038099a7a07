import type { Row } from "#kernel/page-document.ts";
import { menuRole, respOrg, respRole, responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import type { Responsibility } from "./catalogue.tsx";

interface HeldRole {
  readonly roleId: string;
  readonly roleCode: string;
  readonly roleName: string;
  readonly waits: boolean;
}

/** A responsibility with everything its card says. */
export interface ResponsibilityCard {
  readonly responsibility: Responsibility;
  readonly roles: readonly HeldRole[];
  /** Menus its roles open together. */
  readonly menus: ReadonlySet<string>;
  readonly holders: number;
  readonly orgs: readonly Row[];
}

export interface Responsibilities {
  readonly cards: readonly ResponsibilityCard[];
  /** Which roles open a menu. */
  readonly rolesOfMenu: ReadonlyMap<string, ReadonlySet<string>>;
}

const text = (row: Row, key: string): string => String(row[key] ?? "");
const groups = (rows: readonly Row[], key: string): ReadonlyMap<string, readonly Row[]> => Map.groupBy(rows, (row) => text(row, key));

/** Joins what the tables say into one card for each responsibility. */
export function cardsOf(
  responsibilities: readonly Responsibility[],
  links: readonly Row[],
  opened: readonly Row[],
  held: readonly Row[],
  orgs: readonly Row[],
): Responsibilities {
  const [rolesOf, menusOf, holdersOf, orgsOf] = [
    groups(links, "responsibilityId"),
    groups(opened, "roleId"),
    groups(held, "responsibilityId"),
    groups(orgs, "responsibilityId"),
  ];
  const cards = responsibilities.map((resp): ResponsibilityCard => {
    const roles = (rolesOf.get(resp.id) ?? []).map((row) => ({
      roleId: text(row, "roleId"),
      roleCode: text(row, "roleCode"),
      roleName: text(row, "roleName"),
      waits: row["status"] === "PENDING",
    }));
    const live = roles.filter((role) => !role.waits);
    return {
      responsibility: resp,
      roles,
      menus: new Set(live.flatMap((entry) => (menusOf.get(entry.roleId) ?? []).map((row) => text(row, "menuId")))),
      holders: new Set((holdersOf.get(resp.id) ?? []).map((row) => row["userId"])).size,
      orgs: orgsOf.get(resp.id) ?? [],
    };
  });
  const rolesOfMenu = new Map(
    [...groups(opened, "menuId")].map(([menuId, rows]) => [menuId, new Set(rows.map((row) => text(row, "roleId")))]),
  );
  return { cards, rolesOfMenu };
}

/** All responsibilities with roles, menus, holders and scopes. */
export function useResponsibilities(): Loaded<Responsibilities> {
  const load = useLoad("responsibilities", async () => {
    const [responsibilities, links, opened, held, orgs] = await Promise.all([
      listAll<Responsibility>(responsibility),
      listAll<Row>(respRole),
      listAll<Row>(menuRole, { status: ["ACTIVE"] }),
      listAll<Row>(userResp, { status: ["ACTIVE"] }),
      listAll<Row>(respOrg),
    ]);
    return cardsOf(responsibilities.rows, links.rows, opened.rows, held.rows, orgs.rows);
  });
  useChanged(responsibility.name, load.again);
  useChanged(respRole.name, load.again);
  useChanged(userResp.name, load.again);
  return load;
}
