import { homeWidget } from "#kernel/platform/preference.entity.ts";
import { profile } from "#kernel/platform/setting.entity.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { HistoryPanel } from "#kernel/web/page/document/HistoryPanel.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import type { Column } from "#kernel/web/table/types.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { CodeInfo } from "#kernel/web/part/CodeInfo.tsx";
import { CloseDock } from "#kernel/web/part/CloseDock.tsx";
import { Segmented, Select } from "antd";
import { useMemo, useState } from "react";
import { BundleBoard } from "./parts/BundleBoard.tsx";
import { ProfileLadder } from "./parts/ProfileLadder.tsx";
import { ProfileValues } from "./parts/ProfileValues.tsx";
import { ProfileText, asRow, profileName, rangeText, useProfiles } from "./parts/profiles.tsx";
import type { Profile, ProfileValue } from "./parts/profiles.tsx";

export const page = { route: "profile", title: ["系统配置", "Profiles"] };

/** Tiles come with the product: none is made here. */
const widgetSlots = listSlots({ hideNew: true });

/** Technical and personal settings: what each is worth, at which level, and who decides it for whom; and the bundle that carries settings elsewhere. */
export default function Profiles() {
  return (
    <OwnPage>
      <TabbedLists
        label={["系统配置", "Profiles"]}
        lists={[
          { key: "settings", label: ["配置项", "Settings"], draw: () => <All /> },
          { key: "widgets", label: ["首页组件", "Home widgets"], draw: () => <ListPage entity={homeWidget} slots={widgetSlots} /> },
          { key: "bundle", label: ["配置包", "Configuration bundle"], draw: () => <BundleBoard /> },
        ]}
      />
    </OwnPage>
  );
}

interface Line extends Record<string, unknown> {
  readonly id: string;
  readonly of: Profile;
  readonly site: ProfileValue | undefined;
  readonly others: number;
}

function All() {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const tab = useTab();
  const title = usePageTitle(["系统配置", "Profiles"]);
  const load = useProfiles();
  const [shownId, setShownId] = useState<string | null>(tab.query["id"] ?? null);
  const [text, setText] = useState("");
  const [level, setLevel] = useState<string | null>(null);
  const [which, setWhich] = useState<"all" | "set">("all");
  const levels = useLookup("SETTING_LEVEL");
  const types = useLookup("SETTING_TYPE");
  useKey("Escape", ["关闭右侧面板", "Close the panel"], () => setShownId(null), { off: shownId === null });
  const columns = useMemo(() => columnsOf(language, say, levels.meaning, types.meaning), [language, say, levels, types]);
  if (load.data === null) return <EditWaiting label={["系统配置", "profiles"]} error={load.error} again={load.again} />;
  const { profiles, values } = load.data;
  const lines: readonly Line[] = profiles.map((of) => {
    const own = values.filter((profileValue) => profileValue.profileId === of.id);
    return {
      id: of.id,
      of,
      site: own.find((profileValue) => profileValue.level === "SITE"),
      others: own.filter((profileValue) => profileValue.level !== "SITE").length,
      profileCode: of.profileCode,
      name: profileName(of, language),
    };
  });
  const wanted = text.trim().toLowerCase();
  const shown = lines.filter(
    (line) =>
      `${line.of.profileCode} ${line.of.nameCn} ${line.of.nameEn ?? ""}`.toLowerCase().includes(wanted) &&
      (level === null || line.of.levels.includes(level)) &&
      (which === "all" || line.site !== undefined || line.others > 0),
  );
  const changed = lines.filter((line) => line.site !== undefined || line.others > 0).length;
  const profile = profiles.find((of) => of.id === shownId);
  return (
    <PageFrame
      title={title}
      truth={
        <>
          {say(["配置项", "Settings"])} <b>{profiles.length}</b>
          <span>
            {say(["已改", "Changed"])} <b>{changed}</b>
          </span>
          <span>{say(["其余用默认值", "the rest is at its default"])}</span>
        </>
      }
      side={profile === undefined ? null : <Panel key={profile.id} of={profile} values={values} close={() => setShownId(null)} />}
    >
      <div className="pg-filters">
        <span className="pg-keyword">
          <SearchBox text={text} label={say(["编码或名称", "Code or name"])} change={setText} />
        </span>
        <Select
          allowClear
          value={level}
          placeholder={say(["可设层级", "Can be set at"])}
          aria-label={say(["可设层级", "Can be set at"])}
          style={{ width: 150 }}
          options={levels.values.map((lookupValue) => ({ value: lookupValue.lookupCode, label: lookupValue.meaning }))}
          onChange={(next: string | undefined) => setLevel(next ?? null)}
        />
        <Segmented
          aria-label={say(["显示哪些", "Which rows"])}
          value={which}
          options={[
            { value: "all", label: say(["全部", "All"]) },
            { value: "set", label: say(["已改", "Changed"]) },
          ]}
          onChange={setWhich}
        />
      </div>
      <DataTable
        config={{
          name: "profile.list",
          columns: columns.map((column) =>
            column.key === "name" ? { ...column, onClick: (row: Record<string, unknown>) => setShownId(String(row["id"])) } : column,
          ),
          rows: shown as readonly Record<string, unknown>[],
          selection: false,
          showIndex: false,
          isShowPage: false,
          height: "fill",
          currentKey: shownId,
          onRowClick: (row) => shownId !== null && setShownId(String(row["id"])),
          onRowDblClick: (row) => setShownId(String(row["id"])),
          empty: {
            title: ["没有这样的配置", "No such setting"],
            detail: ["换一个关键字，或清空筛选。", "Try another word, or clear the filters."],
          },
        }}
      />
    </PageFrame>
  );
}

type Say = (text: readonly [string, string]) => string;

function columnsOf(
  language: "CN" | "EN",
  say: Say,
  levelName: (code: unknown) => string,
  typeName: (code: unknown) => string,
): readonly Column[] {
  const of = (row: Record<string, unknown>): Profile => (row as Line).of;
  return [
    {
      key: "name",
      title: ["名称", "Name"],
      width: 300,
      fixed: "left",
      cellType: "link",
      linkTag: true,
      info: (row) => of(row).profileCode,
    },
    {
      key: "site",
      title: ["站点值", "Site value"],
      width: 150,
      render: (row) => <ProfileText of={of(row)} value={(row as Line).site?.value ?? null} isSet={(row as Line).site !== undefined} />,
    },
    {
      key: "default",
      title: ["默认值", "Default"],
      width: 140,
      render: (row) => <ProfileText of={of(row)} value={of(row).defaultValue} isSet={of(row).valueType !== "SECRET"} />,
    },
    {
      key: "others",
      title: ["其他层级的值", "Values at other levels"],
      width: 140,
      align: "right",
      render: (row) => <span className="pg-figure">{(row as Line).others || "–"}</span>,
    },
    { key: "type", title: ["类型", "Type"], width: 110, render: (row) => <>{typeName(of(row).valueType)}</> },
    {
      key: "levels",
      title: ["可设层级", "Can be set at"],
      width: 200,
      render: (row) => (
        <>
          {of(row)
            .levels.map(levelName)
            .join(language === "EN" ? ", " : "、")}
        </>
      ),
    },
    {
      key: "needRestart",
      title: ["需重启", "Needs restart"],
      width: 110,
      render: (row) => <>{of(row).needRestart === "Y" ? say(["是", "Yes"]) : "–"}</>,
    },
  ];
}

/** One setting beside the list: what it is, who decides it, every value, and who changed what. */
function Panel({ of, values, close }: { readonly of: Profile; readonly values: readonly ProfileValue[]; close(): void }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const viewer = useViewer();
  const types = useLookup("SETTING_TYPE");
  const own = values.filter((profileValue) => profileValue.profileId === of.id);
  return (
    <aside className="pg-dock" aria-label={say([`配置 ${profileName(of, "CN")}`, `Setting ${profileName(of, "EN")}`])}>
      <header className="pg-dock-head">
        <span className="pg-faint">{say(profile.label)}</span>
        <span className="pg-dock-tools">
          <CloseDock close={close} />
        </span>
        <h2>
          {profileName(of, language)} <CodeInfo code={of.profileCode} />
        </h2>
        <p className="pg-faint">
          {types.meaning(of.valueType)} {rangeText(of, say)}
        </p>
        {of.description ? <p className="pg-hint">{of.description}</p> : null}
        {of.valueType === "SECRET" ? (
          <p className="pg-hint">{say(["密文只能写入，不再显示。", "A secret is stored and never shown again."])}</p>
        ) : null}
      </header>
      <div className="pg-dock-body" tabIndex={0} role="group" aria-label={say(["配置内容", "The setting"])}>
        <h3 className="pg-h3">{say(["谁说了算", "Decided by"])}</h3>
        <ProfileLadder of={of} values={own} />
        <section className="pg-block">
          <h3 className="pg-h3">{say(["各层级的值", "Values by level"])}</h3>
          <ProfileValues of={of} values={own} editable={viewer.may("btnSave")} />
        </section>
        {viewer.may("btnHistory") ? (
          <section className="pg-block">
            <h3 className="pg-h3">{say(["变更记录", "History"])}</h3>
            <HistoryPanel
              entity={profile}
              id={of.id}
              version={`${String(asRow(of)["versionNum"])}:${own.map((profileValue) => `${profileValue.id}${String(profileValue.versionNum)}`).join()}`}
            />
          </section>
        ) : null}
      </div>
    </aside>
  );
}
