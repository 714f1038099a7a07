import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { organization } from "#kernel/platform/organization.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { PageProps } from "#kernel/web/pages.ts";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { TreeDetail } from "#kernel/web/part/TreeDetail.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { Download, SquareArrowOutUpRight } from "lucide-react";
import { useEffect, useState } from "react";
import { OrganizationDetail } from "./parts/OrganizationDetail.tsx";
import { nameIn, useOrganizations } from "./parts/organizations.tsx";

export const page = { routes: ["institution", "institution/main"], title: ["组织架构", "Organisation tree"] };

/** The organisations as a tree and what hangs on the chosen one; the child route shows one organisation in a tab of its own. */
export default function Institution({ route }: PageProps) {
  return <Ground>{route === "institution/main" ? <OneOrganization /> : <Browse />}</Ground>;
}

function Browse() {
  const say = useText();
  const viewer = useViewer();
  const tab = useTab();
  const organizations = useOrganizations();
  const [picked, setPicked] = useState<string | null | undefined>(tab.query["id"]);
  const chosen =
    picked === undefined
      ? window.innerWidth < 768
        ? null
        : String(organizations.rows.find((row) => !row["parentOrgId"])?.["id"] ?? "") || null
      : picked;
  return (
    <TreeDetail
      title={say(["组织架构", "Organisation tree"])}
      label={["组织", "Organisations"]}
      load={organizations}
      empty={["还没有组织。在「组织维护」中新建第一个。", "No organisations yet. Create the first one under Organisations."]}
      chosen={chosen}
      choose={setPicked}
      beside={
        <Inline as="p" spread="between">
          <Words size="small">{say([`共 ${organizations.rows.length} 个组织`, `${organizations.rows.length} organisations`])}</Words>
          {chosen ? (
            <button
              type="button"
              className="s-icon-btn"
              aria-label={say(["在新页签打开所选组织", "Open the chosen one in a tab"])}
              title={say(["在新页签打开", "Open in a tab"])}
              onClick={() =>
                void openPage({ path: "institution/main", query: { id: chosen }, ...(viewer.menuId ? { menuId: viewer.menuId } : {}) })
              }
            >
              <SquareArrowOutUpRight size={15} />
            </button>
          ) : null}
          {viewer.may("btnExport") ? (
            <button
              type="button"
              className="s-icon-btn"
              aria-label={say(["导出组织", "Export the organisations"])}
              title={say(["导出", "Export"])}
              onClick={() => void exportRows(organization, "maintain")}
            >
              <Download size={15} />
            </button>
          ) : null}
        </Inline>
      }
    >
      {chosen ? <OrganizationDetail key={chosen} id={chosen} organizations={organizations} choose={setPicked} /> : null}
    </TreeDetail>
  );
}

function OneOrganization() {
  const say = useText();
  const tab = useTab();
  const organizations = useOrganizations();
  const id = tab.query["id"] ?? "";
  const row = organizations.path(id).at(-1);
  useEffect(() => {
    if (row) tab.setTitle([nameIn(row, "orgName", "CN"), nameIn(row, "orgName", "EN")]);
  }, [row, tab]);
  if (!id)
    return (
      <div className="s-state">
        <h1>{say(["没有指定组织", "No organisation was named"])}</h1>
        <p>{say(["请从组织架构中选择一个组织打开。", "Choose one in the organisation tree."])}</p>
        <div className="s-state-actions">
          <Button type="primary" onClick={() => void openPage({ path: "institution" })}>
            {say(["打开组织架构", "Open the tree"])}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="pc-page">
      <OrganizationDetail
        id={id}
        organizations={organizations}
        alone
        choose={(other) => void openPage({ path: "institution/main", query: { id: other } })}
      />
    </div>
  );
}
