import { organization } from "#kernel/platform/organization.entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";

export const page = { route: "systemsetting/institution", title: ["组织维护", "Organisations"] };

const slots = listSlots({
  cells: { orgName: { width: 300 }, parentOrgId: { width: 200 } },
  rowTone: (row) => (row["enabledFlag"] === "N" ? "muted" : null),
});

/** Organisations with their ERP codes, currency, calendar and dates, as a tree that can be changed. */
export default function OrganizationsPage() {
  return (
    <Ground>
      <ListPage entity={organization} list="maintain" slots={slots} />
    </Ground>
  );
}
