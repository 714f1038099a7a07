import type { Row } from "#kernel/page-document.ts";
import { today } from "#kernel/web/part/day.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { findRecords } from "#kernel/web/page/records.ts";
import { bpmRole } from "../model.entity.ts";
import "./role.css";

interface Cell {
  readonly people: readonly string[];
  /** Nobody of its own: whom a wider row gives, or nobody. */
  readonly from: "own" | "wider" | "none";
}

const nameOf = (member: Row): string =>
  String(member["userName"] ?? member["positionName"] ?? member["userCode"] ?? member["userId"] ?? "");
const inForce = (member: Row, now: string): boolean =>
  (!member["startDate"] || String(member["startDate"]) <= now) && (!member["endDate"] || String(member["endDate"]) >= now);

/** Who a cell means: the most specific rows that fit. */
export function cellOf(members: readonly Row[], orgId: string | null, categoryId: string | null): Cell {
  const exact = members.filter((one) => (one["orgId"] ?? null) === orgId && (one["categoryId"] ?? null) === categoryId);
  if (exact.length > 0) return { people: exact.map(nameOf), from: "own" };
  const fits = members.filter(
    (one) => (!one["orgId"] || one["orgId"] === orgId) && (!one["categoryId"] || one["categoryId"] === categoryId),
  );
  const weight = (one: Row): number => (one["categoryId"] ? 4 : 0) + (one["orgId"] ? 2 : 0);
  const best = Math.max(-1, ...fits.map(weight));
  const people = fits.filter((one) => weight(one) === best).map(nameOf);
  return { people, from: people.length > 0 ? "wider" : "none" };
}

/** A role's members as organisations by categories: names where somebody is set, grey where a wider row counts, red where nobody is found. */
export function RoleMatrix({ role }: { readonly role: Row }) {
  const say = useText();
  const load = useLoad(`role:${String(role["id"])}:${String(role["versionNum"])}`, async () => {
    const [doc, orgs] = await Promise.all([
      entityCall.find(bpmRole, String(role["id"])),
      findRecords("BaseOrganization", { pageRows: 200 }),
    ]);
    const day = today();
    return { members: ((doc["members"] ?? []) as readonly Row[]).filter((one) => inForce(one, day)), orgs: orgs.rows };
  });
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {({ members, orgs }) => {
        const categories = [
          ...new Map(
            members
              .filter((one) => one["categoryId"])
              .map((one) => [String(one["categoryId"]), String(one["categoryName"] ?? one["categoryId"])]),
          ),
        ];
        const columns: readonly (readonly [string | null, string])[] = [[null, say(["全部品类", "All categories"])], ...categories];
        const rows: readonly (readonly [string | null, string])[] = [
          [null, say(["全部组织", "All organisations"])],
          ...orgs.map((org) => [org.id, String(org.name ?? org.code ?? org.id)] as const),
        ];
        return (
          <section aria-label={say(["成员矩阵", "Members"])}>
            <h3 className="pg-h3">
              {say(["成员", "Members"])} <span className="pg-count">{members.length}</span>
              <span className="pg-h3-end pg-faint">{say(["灰色取自上级行，红色无人", "Grey: from a wider row; red: nobody"])}</span>
            </h3>
            <div className="wf-matrix" tabIndex={0} role="region" aria-label={say(["组织与品类", "Organisations by categories"])}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{say(["组织", "Organisation"])}</th>
                    {columns.map(([id, name]) => (
                      <th key={id ?? ""} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(([orgId, name]) => (
                    <tr key={orgId ?? ""}>
                      <th scope="row">{name}</th>
                      {columns.map(([categoryId]) => {
                        const cell = cellOf(members, orgId, categoryId);
                        return (
                          <td key={categoryId ?? ""} data-from={cell.from}>
                            {cell.people.join(say(["、", ", "])) || say(["无人", "Nobody"])}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        );
      }}
    </PanelState>
  );
}
