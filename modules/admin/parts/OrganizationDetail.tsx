import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { Detail } from "#kernel/web/block/Detail.tsx";
import type { Row } from "#kernel/page-document.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { userOrgPermit } from "#kernel/platform/permit.entity.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { ReadForm } from "#kernel/web/part/ReadForm.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { Switch } from "antd";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { department } from "../department.entity.ts";
import { person } from "../person.entity.ts";
import { nameIn } from "./organizations.tsx";
import type { Organizations } from "./organizations.tsx";

interface Props {
  readonly id: string;
  readonly organizations: Organizations;
  /** The heading belongs to the page itself when no tree stands beside it. */
  readonly alone?: boolean;
  choose(id: string): void;
}

type Tab = "data" | "departments" | "people" | "permits";

/** One organisation: where it stands, its data, departments, people, and who is permitted on it. */
export function OrganizationDetail({ id, organizations, alone, choose }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [tab, setTab] = useState<Tab>("data");
  const [below, setBelow] = useState(false);
  const panel = useId();
  const load = useLoad(`org:${id}`, () => entityCall.find(organization, id));
  const path = organizations.path(id);
  const under = organizations.rows.filter((row) => row["parentOrgId"] === id);
  const scope = below ? organizations.below(id) : [id];
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(row) => (
        <Detail
          height="fill"
          heading={alone ? "h1" : "h2"}
          title={<span data-data>{nameIn(row, "orgName", language)}</span>}
          code={String(row["orgCode"])}
          state={
            <span className={`pg-status pg-tone-${row["enabledFlag"] === "Y" ? "done" : "ended"}`}>
              {row["enabledFlag"] === "Y" ? say(["启用", "Enabled"]) : say(["停用", "Disabled"])}
            </span>
          }
          facts={
            <>
              <Trail path={path} choose={choose} />
              <FieldText field={organization.fields.orgType} fieldKey="orgType" row={row} />
              <span>{say([`下级组织 ${under.length} 个`, `${under.length} organisations below`])}</span>
            </>
          }
          buttons={
            tab === "departments" || tab === "people" ? (
              <Inline as="label">
                <Switch size="small" checked={below} onChange={setBelow} aria-label={say(["含下级组织", "With organisations below"])} />
                <Words size="small">{say(["含下级组织", "With organisations below"])}</Words>
              </Inline>
            ) : null
          }
        >
          <TabBar
            label={["组织内容", "About the organisation"]}
            panel={panel}
            now={tab}
            choose={(key) => setTab(key as Tab)}
            tabs={[
              { key: "data", label: ["数据", "Data"] },
              { key: "departments", label: ["部门", "Departments"] },
              { key: "people", label: ["人员", "People"] },
              { key: "permits", label: ["授予的权限", "Permits"] },
            ]}
          />
          <div id={panel} role="tabpanel" aria-label={say(["组织内容", "About the organisation"])} className="pg-tab-panel">
            <Content tab={tab} row={row} scope={scope} path={path} />
          </div>
        </Detail>
      )}
    </PanelState>
  );
}

function Trail({ path, choose }: { readonly path: readonly Row[]; choose(id: string): void }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  if (path.length < 2) return null;
  return (
    <span role="navigation" aria-label={say(["上级组织", "Organisations above"])}>
      {path.slice(0, -1).map((row) => (
        <Inline key={String(row["id"])} as="span" gap="none">
          <button type="button" className="pg-link" onClick={() => choose(String(row["id"]))}>
            {nameIn(row, "orgName", language)}
          </button>
          <ChevronRight size={13} aria-hidden />
        </Inline>
      ))}
    </span>
  );
}

const personColumns = ["personName", "personNum", "deptId", "jobId", "managerPersonId", "officePhone", "email", "personStatus"] as const;
const deptColumns = ["deptName", "deptCode", "orgId", "managerPersonId", "deputyPersonId", "costCenter", "enabledFlag"] as const;
const permitColumns = ["userId", "orgId", "permitType", "includeChildren", "startDate", "endDate"] as const;

function Content({
  tab,
  row,
  scope,
  path,
}: {
  readonly tab: Tab;
  readonly row: Row;
  readonly scope: readonly string[];
  readonly path: readonly Row[];
}) {
  const say = useText();
  const id = String(row["id"]);
  if (tab === "data") return <ReadForm entity={organization} row={row} />;
  if (tab === "departments")
    return (
      <RowsTable
        key={tab}
        entity={department}
        name="institution.departments"
        where={{ orgId: scope }}
        columns={deptColumns}
        nested
        empty={{
          title: ["这个组织还没有部门", "No departments here yet"],
          detail: ["在「部门」中新建。", "Create them under Departments."],
        }}
      />
    );
  if (tab === "people")
    return (
      <RowsTable
        key={tab}
        entity={person}
        name="institution.people"
        where={{ orgId: scope, personStatus: ["ACTIVE", "LEAVING"] }}
        columns={personColumns}
        empty={{
          title: ["这个组织没有在职员工", "No employees"],
          detail: ["打开「含下级组织」可看到下级组织的员工。", "Include the organisations below to see their people."],
        }}
      />
    );
  return (
    <>
      <p className="pc-note">
        {say([
          "写在本组织上的权限，以及上级组织「含下级」的权限。职责的组织范围在「职责」中设置。",
          "Permissions for this organisation and those inherited from above. Scopes of responsibilities are set there.",
        ])}
      </p>
      <RowsTable
        key={id}
        entity={userOrgPermit}
        name="institution.permits"
        where={{ orgId: path.map((entry) => entry["id"]) }}
        columns={permitColumns}
        rowTone={(current) => (current["orgId"] !== id && current["includeChildren"] !== "Y" ? "muted" : null)}
        empty={{
          title: ["没有人单独被授予或排除这个组织", "No individual permissions"],
          detail: ["各人的可见范围由其职责决定。", "Access follows from the responsibility."],
        }}
      />
    </>
  );
}
