import { Button, Popconfirm, Skeleton } from "antd";
import { Check, ChevronRight, CircleAlert, Save, Send, Undo2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { Bar } from "#kernel/web/block/Bar.tsx";
import { Box } from "#kernel/web/block/Box.tsx";
import { Guide, GuideHead, GuidePages } from "#kernel/web/block/Guide.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { Stepper } from "#kernel/web/block/Stepper.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import type { Tab } from "./completeness.ts";
import { ApplicantWorld } from "./parts/ApplicantWorld.tsx";
import { CompanyForm, Proofs, TableTab } from "./parts/FileBody.tsx";
import { entity, useAutosave, useOwnFile, type OwnFile, type Saved } from "./parts/useFile.tsx";
import { readRemarks, type Remarks } from "./review.ts";
import { fileTabs, tabOfPath } from "./tabs.ts";
import type { Text } from "#kernel/text.ts";

export const page = { route: "registerInfoEdit", title: ["填写注册信息", "Registration profile"], menu: false };

/** An applicant's only page: the file, tab by tab, kept by itself, with what is missing and what reviewers said. */
export default function RegisterInfoPage() {
  const say = useText();
  const { file, error } = useOwnFile();
  if (!file)
    return error ? (
      <div className="s-state" role="alert">
        <h1>{say(["没有可填写的注册资料", "No registration to fill in"])}</h1>
        <p>{error}</p>
      </div>
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    );
  return (
    <ApplicantWorld>
      <File file={file} />
    </ApplicantWorld>
  );
}

const stages: readonly (readonly [statuses: readonly string[], Text])[] = [
  [["ACCOUNT_REVIEW"], ["账号审核", "Account review"]],
  [
    ["INFO_FILLING", "RETURNED"],
    ["完善资料", "Fill in the file"],
  ],
  [["INFO_REVIEW"], ["资料审核", "File review"]],
  [["APPROVED"], ["成为供应商", "Supplier"]],
];

function File({ file }: { readonly file: OwnFile }) {
  const say = useText();
  const { model, standing } = file;
  const doc = useStore(model.state, (state) => state.doc);
  const status = String(doc.status);
  const editable = status === "INFO_FILLING" || status === "RETURNED";
  const remarks = status === "RETURNED" ? readRemarks(doc.reviewRemarks) : {};
  const [now, setNow] = useState<Tab>("company");
  useAutosave(file, now);
  const tab = fileTabs.find((fileTab) => fileTab.key === now)!;
  return (
    <Guide
      head={
        <>
          <GuideHead
            title={
              <>
                {doc.companyName} <StatusTag entity={entity} code={status} />
              </>
            }
            note={`${doc.registerNo ?? ""}${editable && doc.dueDate ? say([` · 请在 ${doc.dueDate} 前提交`, ` · submit by ${doc.dueDate}`]) : ""}`}
            end={<Progress at={stages.findIndex(([statuses]) => statuses.includes(status))} />}
          />
          <Standing status={status} remarks={remarks} />
        </>
      }
      side={<Pages now={now} choose={setNow} file={file} remarks={remarks} />}
      foot={<Foot file={file} editable={editable} status={status} next={() => setNow(nextOf(now))} isLast={nextOf(now) === now} />}
    >
      <Box label={say(tab.label)}>
        <h2 className="pg-h2">{say(tab.label)}</h2>
        <TabRemarks tab={now} remarks={remarks} />
        {now === "company" ? <CompanyForm model={model} editable={editable} remarks={remarks} /> : null}
        {now === "certificates" ? <Proofs model={model} standing={standing} editable={editable} /> : null}
        {now === "questionnaire" ? <Questions file={file} /> : null}
        {tab.collections.length ? <TableTab model={model} tab={tab} editable={editable} /> : null}
      </Box>
    </Guide>
  );
}

function Progress({ at }: { readonly at: number }) {
  const say = useText();
  return (
    <Stepper
      label={say(["进度", "Progress"])}
      stages={stages.map(([[key], label], i) => [
        {
          key: key!,
          title: say(label),
          mark: i < at ? <Check size={12} /> : i + 1,
          current: i === at,
          tone: i < at ? "success" : i === at ? "info" : undefined,
        },
      ])}
    />
  );
}

const nextOf = (now: Tab): Tab => fileTabs[fileTabs.findIndex((fileTab) => fileTab.key === now) + 1]?.key ?? now;

/** The one sentence about where the registration stands. */
function Standing({ status, remarks }: { readonly status: string; readonly remarks: Remarks }) {
  const say = useText();
  if (status === "INFO_REVIEW")
    return (
      <Notice>
        {say([
          "资料已提交，审核期间不能修改；需要修改时可先撤回。",
          "Submitted. It cannot be changed during the review; withdraw it to continue editing.",
        ])}
      </Notice>
    );
  const places = Object.keys(remarks).filter((path) => path !== "general").length;
  if (status === "RETURNED")
    return (
      <Notice tone="warning">
        {places === 0
          ? say(["请按审核意见补充：", "Please complete it as requested by the reviewer: "])
          : say([
              `需补充 ${places} 处，已在相应页签标出。`,
              `${places} point${places > 1 ? "s" : ""} to complete, marked on their pages. `,
            ])}
        {remarks["general"] ?? ""}
      </Notice>
    );
  return null;
}

interface PagesProps {
  readonly now: Tab;
  readonly file: OwnFile;
  readonly remarks: Remarks;
  choose(tab: Tab): void;
}

/** The pages of the file at the side: done, lacking or returned, and how much of it all is there. */
function Pages({ now, file, remarks, choose }: PagesProps) {
  const say = useText();
  const { missing, completeness } = file.standing;
  const percent = Math.round(Number(completeness));
  const jump = (tab: Tab, path: string): void => {
    choose(tab);
    setTimeout(() => document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"] input`)?.focus(), 60);
  };
  return (
    <>
      <Box>
        <Inline spread="between">
          {say(["完整度", "Completeness"])} <b>{percent}%</b>
        </Inline>
        <Bar percent={percent} label={say(["完整度", "Completeness"])} />
      </Box>
      <GuidePages
        label={say(["资料页签", "Pages of the file"])}
        pages={fileTabs.map((tab) => {
          const lacking = missing.filter((entry) => entry.tab === tab.key).length;
          const remarked = Object.keys(remarks).filter((path) => path !== "general" && tabOfPath(path) === tab.key).length;
          return {
            key: tab.key,
            title: say(tab.label),
            tone: lacking ? "warning" : "success",
            icon: lacking ? <CircleAlert size={14} /> : <Check size={14} />,
            badges: [
              remarked
                ? ["warning", say([`意见 ${remarked}`, `${remarked} remarks`])]
                : lacking
                  ? ["neutral", say([`缺 ${lacking}`, `${lacking} missing`])]
                  : null,
            ],
          };
        })}
        now={now}
        choose={(key) => choose(key as Tab)}
      />
      {missing.length ? (
        <Box title={say([`还缺 ${missing.length} 项`, `${missing.length} entries missing`])}>
          <ItemList label={say(["还缺的内容", "Missing entries"])}>
            {missing.slice(0, 12).map((entry) => (
              <Item
                key={entry.path}
                title={entry.label}
                end={<ChevronRight size={13} aria-hidden />}
                press={() => jump(entry.tab, entry.path)}
              />
            ))}
          </ItemList>
        </Box>
      ) : null}
    </>
  );
}

/** What reviewers said about the rows of a page. */
function TabRemarks({ tab, remarks }: { readonly tab: Tab; readonly remarks: Remarks }) {
  const say = useText();
  const here = Object.entries(remarks).filter(([path]) => path.includes("[") || entity.lines[path]);
  const shown = here.filter(([path]) => tabOfPath(path) === tab);
  if (shown.length === 0) return null;
  return (
    <Notice tone="warning">
      {shown.map(([path, text]) => {
        const [, collection = "", , field] = /^(\w+)(?:\[([\w-]+)\](?:\.(\w+))?)?$/.exec(path) ?? [];
        const label = field ? entity.lines[collection]?.fields[field]?.label : undefined;
        return (
          <p key={path}>
            {label ? <b>{say(label)}：</b> : null}
            {text}
          </p>
        );
      })}
    </Notice>
  );
}

function Questions({ file }: { readonly file: OwnFile }) {
  const say = useText();
  const { questions } = file.standing;
  if (questions.length === 0)
    return (
      <p className="pc-note">
        {say(["本次注册没有配置问卷，无需填写。", "No questionnaire is set up for this registration; nothing to answer."])}
      </p>
    );
  return (
    <ItemList framed>
      {questions.map(({ id, title, submitted }) => (
        <Item
          key={id}
          lead={submitted ? <Check size={14} aria-hidden /> : <CircleAlert size={14} aria-hidden />}
          title={<strong>{title}</strong>}
          end={<Words size="small">{submitted ? say(["已提交", "Answered"]) : say(["待填写", "To be answered"])}</Words>}
        />
      ))}
    </ItemList>
  );
}

const savedWords: Readonly<Record<Saved, Text>> = {
  clean: ["已自动保存", "Saved"],
  dirty: ["有未保存的修改", "Unsaved changes"],
  saving: ["正在保存…", "Saving…"],
  failed: ["保存失败", "Not saved"],
};

interface FootProps {
  readonly file: OwnFile;
  readonly editable: boolean;
  readonly status: string;
  readonly isLast: boolean;
  next(): void;
}

function Foot({ file, editable, status, isLast, next }: FootProps) {
  const say = useText();
  const unsaved = useStore(file.model.state, (state) => state.unsaved);
  const state: Saved = file.saved === "clean" && unsaved > 0 ? "dirty" : file.saved;
  const submit = async (): Promise<void> => {
    if (await file.act("doSubmitInfo")) toast.success(["资料已提交审核", "Submitted for review"]);
  };
  return (
    <>
      <Words role="status" size="small" {...(state === "failed" ? { tone: "error" } : {})}>
        {editable ? say(savedWords[state]) : ""}
      </Words>
      {file.error ? (
        <span className="pg-error" role="alert">
          {file.error}
        </span>
      ) : null}
      <Inline noWrap>
        {editable ? (
          <>
            <Button icon={<Save size={14} />} onClick={() => void file.save()}>
              {say(["保存", "Save"])}
            </Button>
            {isLast ? null : <Button onClick={next}>{say(["下一页", "Next page"])}</Button>}
            <Popconfirm
              title={say(["提交后进入审核，期间不能修改。确定提交吗？", "It goes to review and cannot be changed meanwhile. Submit it?"])}
              okText={say(["提交", "Submit"])}
              cancelText={say(["取消", "Cancel"])}
              onConfirm={() => void submit()}
            >
              <Button type="primary" icon={<Send size={14} />}>
                {say(["提交审核", "Submit"])}
              </Button>
            </Popconfirm>
          </>
        ) : status === "INFO_REVIEW" ? (
          <Button icon={<Undo2 size={14} />} onClick={() => void file.act("doWithdraw")}>
            {say(["撤回", "Withdraw"])}
          </Button>
        ) : null}
      </Inline>
    </>
  );
}
