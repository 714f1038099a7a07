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
import { HatCards } from "./parts/HatCards.tsx";
import { HatCompare } from "./parts/HatCompare.tsx";
import { useHats } from "./parts/hats.tsx";
import type { Hats } from "./parts/hats.tsx";
import "./parts/grants.css";
import "./parts/hats.css";

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
  const hats = useHats();
  const catalogue = useCatalogue();
  if (hats.data === null || catalogue.data === null)
    return (
      <EditWaiting label={["职责总览", "overview"]} error={hats.error || catalogue.error} again={() => (hats.again(), catalogue.again())} />
    );
  return <Board hats={hats.data} catalogue={catalogue.data} />;
}

function Board({ hats, catalogue }: { readonly hats: Hats; readonly catalogue: Catalogue }) {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const language = useLanguage((state) => state.language);
  const title = usePageTitle(["职责总览", "Responsibility overview"]);
  const audiences = useLookup("AUDIENCE");
  const [text, setText] = useState("");
  const [audience, setAudience] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked>({
    menuId: catalogue.menus.find((one) => one.id === tab.query["askMenu"])?.id ?? null,
    resourceId: null,
  });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [comparing, setComparing] = useState(false);
  const through = useThrough(asked, hats);
  const wanted = text.trim().toLowerCase();
  const shown = hats.cards.filter(
    ({ hat, roles }) =>
      `${hat.respCode} ${hat.respName} ${hat.respNameEn ?? ""}`.toLowerCase().includes(wanted) &&
      (audience === null || hat.audience === audience) &&
      (through === null || roles.some((one) => !one.waits && through.has(one.roleId))),
  );
  const pair = chosen.flatMap((id) => hats.cards.find((one) => one.hat.id === id) ?? []);
  const askedMenu = catalogue.menus.find((one) => one.id === asked.menuId);
  const askedName = askedMenu === undefined ? "" : menuName(askedMenu, language);
  return (
    <PageFrame
      title={title}
      truth={<Truth hats={shown.length} held={shown.reduce((sum, one) => sum + one.holders, 0)} />}
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
      <div className="ga-tools">
        <SearchBox text={text} label={say(["编码或名称", "Code or name"])} change={setText} />
        <Select
          allowClear
          value={audience}
          style={{ width: 120 }}
          placeholder={say(["适用方", "Audience"])}
          aria-label={say(["适用方", "Audience"])}
          options={audiences.values.map((one) => ({ value: one.lookupCode, label: one.meaning }))}
          onChange={(next: string | undefined) => setAudience(next ?? null)}
        />
        <GrantQuestion catalogue={catalogue} asked={asked} ask={setAsked} />
      </div>
      {through === null ? null : (
        <p className="ga-answer" role="status">
          {say([
            `${shown.length} 个职责能打开「${askedName}」${asked.resourceId === null ? "" : "并按该按钮"}，经过的角色标黄`,
            `${shown.length} can open ${askedName}${asked.resourceId === null ? "" : " and use it"}; the roles that allow it are amber`,
          ])}
        </p>
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
          <HatCards
            cards={shown}
            chosen={chosen}
            through={through}
            choose={(id, on) => setChosen((now) => (on ? [...now, id].slice(-2) : now.filter((one) => one !== id)))}
          />
        )}
      </div>
      {comparing && pair.length === 2 ? (
        <HatCompare pair={[pair[0]!, pair[1]!]} catalogue={catalogue} close={() => setComparing(false)} />
      ) : null}
    </PageFrame>
  );
}

function Truth({ hats, held }: { readonly hats: number; readonly held: number }) {
  const say = useText();
  return (
    <>
      {say(["职责", "Responsibilities"])} <b>{hats}</b>
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
