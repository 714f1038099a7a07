import { Words } from "#kernel/web/block/layout.tsx";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { download, saveBlob } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { Button, Select } from "antd";
import { Download, GitCompare, SearchX, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { menuName, useCatalogue } from "./parts/catalogue.tsx";
import type { Catalogue } from "./parts/catalogue.tsx";
import { GrantQuestion, useThrough } from "./parts/GrantQuestion.tsx";
import type { Asked } from "./parts/GrantQuestion.tsx";
import { ResponsibilityCards } from "./parts/ResponsibilityCards.tsx";
import { ResponsibilityCompare } from "./parts/ResponsibilityCompare.tsx";
import { useResponsibilities } from "./parts/responsibilities.tsx";
import type { Responsibilities } from "./parts/responsibilities.tsx";

export const page = { route: "resp", title: ["职责总览", "Responsibility overview"] };

/** All responsibilities at a glance; two are compared, and any menu or button is asked who opens it. */
export default function Overview() {
  return (
    <OwnPage>
      <Load />
    </OwnPage>
  );
}

function Load() {
  const responsibilities = useResponsibilities();
  const catalogue = useCatalogue();
  if (responsibilities.data === null || catalogue.data === null)
    return (
      <EditWaiting
        label={["职责总览", "overview"]}
        error={responsibilities.error || catalogue.error}
        again={() => (responsibilities.again(), catalogue.again())}
      />
    );
  return <Board responsibilities={responsibilities.data} catalogue={catalogue.data} />;
}

function Board({ responsibilities, catalogue }: { readonly responsibilities: Responsibilities; readonly catalogue: Catalogue }) {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const language = useLanguage((state) => state.language);
  const title = usePageTitle(["职责总览", "Responsibility overview"]);
  const audiences = useLookup("AUDIENCE");
  const [text, setText] = useState("");
  const [audience, setAudience] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked>({
    menuId: catalogue.menus.find((menu) => menu.id === tab.query["askMenu"])?.id ?? null,
    resourceId: null,
  });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [comparing, setComparing] = useState(false);
  const through = useThrough(asked, responsibilities);
  const wanted = text.trim().toLowerCase();
  const shown = responsibilities.cards.filter(
    ({ responsibility: resp, roles }) =>
      `${resp.respCode} ${resp.respName} ${resp.respNameEn ?? ""}`.toLowerCase().includes(wanted) &&
      (audience === null || resp.audience === audience) &&
      (through === null || roles.some((role) => !role.waits && through.has(role.roleId))),
  );
  const pair = chosen.flatMap((id) => responsibilities.cards.find((card) => card.responsibility.id === id) ?? []);
  const askedMenu = catalogue.menus.find((menu) => menu.id === asked.menuId);
  const askedName = askedMenu === undefined ? "" : menuName(askedMenu, language);
  return (
    <PageFrame
      title={title}
      truth={
        <Truth responsibilities={shown.length} held={shown.reduce((sum, responsibilityCard) => sum + responsibilityCard.holders, 0)} />
      }
      buttons={
        <>
          {viewer.may("btnExport") ? <Takes /> : null}
          {viewer.may("btnCompare") ? (
            <Button type="primary" icon={<GitCompare size={14} />} disabled={pair.length !== 2} onClick={() => setComparing(true)}>
              {pair.length === 2
                ? say(["对比所选两个", "Compare the two"])
                : say([`选两个来对比（${pair.length}/2）`, `Choose two to compare (${pair.length}/2)`])}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="pg-filters">
        <span className="pg-keyword">
          <SearchBox text={text} label={say(["编码或名称", "Code or name"])} change={setText} />
        </span>
        <Select
          allowClear
          value={audience}
          style={{ width: 120 }}
          placeholder={say(["适用方", "Audience"])}
          aria-label={say(["适用方", "Audience"])}
          options={audiences.values.map((lookupValue) => ({ value: lookupValue.lookupCode, label: lookupValue.meaning }))}
          onChange={(next: string | undefined) => setAudience(next ?? null)}
        />
        <GrantQuestion catalogue={catalogue} asked={asked} ask={setAsked} />
      </div>
      {through === null ? null : (
        <Words as="p" role="status">
          {say([
            `${shown.length} 个职责能打开「${askedName}」${asked.resourceId === null ? "" : "并按该按钮"}，经过的角色标黄`,
            `${shown.length} can open ${askedName}${asked.resourceId === null ? "" : " and use it"}; the roles that allow it are amber`,
          ])}
        </Words>
      )}
      <div className="pt-scroll" data-keep-scroll tabIndex={0} role="group" aria-label={say(["职责", "Responsibilities"])}>
        {shown.length === 0 ? (
          <Blank
            icon={SearchX}
            title={
              through === null ? say(["没有这样的职责", "No such responsibility"]) : say(["没有职责能做到", "No responsibility allows it"])
            }
            text={
              through === null
                ? say(["换一个关键字，或清空筛选。", "Try another word, or clear the filters."])
                : say(["到角色权限矩阵中把它授予一个角色。", "Grant it to a role in the role matrix."])
            }
          />
        ) : (
          <ResponsibilityCards
            cards={shown}
            chosen={chosen}
            through={through}
            choose={(id, on) => setChosen((now) => (on ? [...now, id].slice(-2) : now.filter((value) => value !== id)))}
          />
        )}
      </div>
      {comparing && pair.length === 2 ? (
        <ResponsibilityCompare pair={[pair[0]!, pair[1]!]} catalogue={catalogue} close={() => setComparing(false)} />
      ) : null}
    </PageFrame>
  );
}

function Truth({ responsibilities, held }: { readonly responsibilities: number; readonly held: number }) {
  const say = useText();
  return (
    <>
      {say(["职责", "Responsibilities"])} <b>{responsibilities}</b>
      <span>
        {say(["持有", "Held"])} <b>{held}</b>
        {say([" 人次", " times"])}
      </span>
    </>
  );
}

/** What can be taken away: the list, or every account with what it may do and through which role, unused accounts and conflicts of duties. */
function Takes() {
  const say = useText();
  const [busy, setBusy] = useState(false);
  const review = async (): Promise<void> => {
    setBusy(true);
    try {
      saveBlob(await download("baseServer/basePermitService/exportAccessReview", {}));
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button icon={<Download size={14} />} onClick={() => void exportRows(responsibility, "resp")}>
        {say(["导出", "Export"])}
      </Button>
      <Button icon={<ShieldCheck size={14} />} loading={busy} onClick={() => void review()}>
        {say(["权限审计 Excel", "Access review (Excel)"])}
      </Button>
    </>
  );
}
