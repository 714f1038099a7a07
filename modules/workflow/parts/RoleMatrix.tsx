import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import type { Seen } from "#kernel/seen.ts";
import { today } from "#kernel/web/part/day.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { findRecords } from "#kernel/web/page/records.ts";
import { bpmRole, type bpmRoleMember } from "../model.entity.ts";

interface Cell {
  readonly people: readonly string[];
  /** Nobody of its own: whom a wider row gives, or nobody. */
  readonly from: "own" | "wider" | "none";
}

const nameOf = (member: Seen<typeof bpmRoleMember>): string =>
  String(member.userName ?? member.positionName ?? member.userCode ?? member.userId ?? "");
const inForce = (member: Seen<typeof bpmRoleMember>, now: string): boolean =>
  (!member.startDate || String(member.startDate) <= now) && (!member.endDate || String(member.endDate) >= now);

/** Who a cell means: the most specific rows that fit. */
export function cellOf(members: readonly Seen<typeof bpmRoleMember>[], orgId: string | null, categoryId: string | null): Cell {
  const exact = members.filter((member) => (member.orgId ?? null) === orgId && (member.categoryId ?? null) === categoryId);
  if (exact.length > 0) return { people: exact.map(nameOf), from: "own" };
  const fits = members.filter(
    (member) => (!member.orgId || member.orgId === orgId) && (!member.categoryId || member.categoryId === categoryId),
  );
  const weight = (row: Seen<typeof bpmRoleMember>): number => (row.categoryId ? 4 : 0) + (row.orgId ? 2 : 0);
  const best = Math.max(-1, ...fits.map(weight));
  const people = fits.filter((fit) => weight(fit) === best).map(nameOf);
  return { people, from: people.length > 0 ? "wider" : "none" };
}

/** A role's members as organisations by categories: names where somebody is set, grey where a wider row counts, red where nobody is found. */
export function RoleMatrix({ role }: { readonly role: Seen<typeof bpmRole> }) {
  const say = useText();
  const load = useLoad(`role:${String(role.id)}:${String(role.versionNum)}`, async () => {
    const [doc, orgs] = await Promise.all([entityCall.find(bpmRole, String(role.id)), findRecords("BaseOrganization", { pageRows: 200 })]);
    const day = today();
    return { members: (doc.members ?? []).filter((member) => inForce(member, day)), orgs: orgs.rows };
  });
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {({ members, orgs }) => {
        const categories = [
          ...new Map(
            members
              .filter((member) => member.categoryId)
              .map((member) => [String(member.categoryId), String(member.categoryName ?? member.categoryId)]),
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
            <PlainTable
              dense
              pinned
              most="60vh"
              label={say(["组织与品类", "Organisations by categories"])}
              rows={rows}
              rowKey={([orgId]) => orgId ?? ""}
              columns={[
                { key: "org", title: say(["组织", "Organisation"]), noWrap: true, cell: ([, name]) => name },
                ...columns.map(([categoryId, title]) => ({
                  key: `of-${categoryId ?? ""}`,
                  title,
                  noWrap: true,
                  cell: ([orgId]: (typeof rows)[number]) => <Members {...cellOf(members, orgId, categoryId)} />,
                })),
              ]}
            />
          </section>
        );
      }}
    </PanelState>
  );
}

/** The people of a cell: grey where a wider row names them, red where nobody is found. */
function Members({ people, from }: Cell) {
  const say = useText();
  const names = people.join(say(["、", ", "]));
  if (from === "none") return <Badge tone="error">{say(["无人", "Nobody"])}</Badge>;
  return from === "wider" ? <span className="pg-faint">{names}</span> : names;
}
