import { Button, Popconfirm, Skeleton } from "antd";
import { Check, ChevronRight, CircleAlert, Save, Send, Undo2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
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
      <div className="rg-state" role="alert">
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
  const status = String(doc["status"]);
  const editable = status === "INFO_FILLING" || status === "RETURNED";
  const remarks = status === "RETURNED" ? readRemarks(doc["reviewRemarks"]) : {};
  const [now, setNow] = useState<Tab>("company");
  useAutosave(file, now);
  const at = stages.findIndex(([statuses]) => statuses.includes(status));
  const tab = fileTabs.find((one) => one.key === now)!;
  return (
    <div className="rg-file">
      <header className="rg-head">
        <div>
          <h1>
            {String(doc["companyName"])} <StatusTag entity={entity} code={status} />
          </h1>
          <p className="pc-note">
            {String(doc["registerNo"] ?? "")}
            {editable && doc["dueDate"] ? say([` · 请在 ${doc["dueDate"]} 前提交`, ` · submit by ${doc["dueDate"]}`]) : ""}
          </p>
        </div>
        <ol className="rg-stages" aria-label={say(["进度", "Progress"])}>
          {stages.map(([key, label], i) => (
            <li key={key[0]} data-done={i < at} aria-current={i === at ? "step" : undefined}>
              <i aria-hidden>{i < at ? <Check size={12} /> : i + 1}</i>
              {say(label)}
            </li>
          ))}
        </ol>
      </header>
      <Said status={status} remarks={remarks} />
      <div className="rg-main">
        <Stepper now={now} choose={setNow} file={file} remarks={remarks} />
        <section className="rg-body" aria-label={say(tab.label)} data-tab={tab.key}>
          <h2 className="pg-h2">{say(tab.label)}</h2>
          <TabRemarks tab={now} remarks={remarks} />
          {now === "company" ? <CompanyForm model={model} editable={editable} remarks={remarks} /> : null}
          {now === "certificates" ? <Proofs model={model} standing={standing} editable={editable} /> : null}
          {now === "questionnaire" ? <Questions file={file} /> : null}
          {tab.collections.length ? <TableTab model={model} tab={tab} editable={editable} /> : null}
        </section>
      </div>
      <Foot file={file} editable={editable} status={status} next={() => setNow(nextOf(now))} isLast={nextOf(now) === now} />
    </div>
  );
}

const nextOf = (now: Tab): Tab => fileTabs[fileTabs.findIndex((one) => one.key === now) + 1]?.key ?? now;

/** The one sentence about where the registration stands. */
function Said({ status, remarks }: { readonly status: string; readonly remarks: Remarks }) {
  const say = useText();
  if (status === "INFO_REVIEW")
    return (
      <p className="rg-said" role="status">
        {say([
          "资料已提交，审核期间不能修改；需要修改时可先撤回。",
          "Submitted. It cannot be changed during the review; withdraw it to continue editing.",
        ])}
      </p>
    );
  const places = Object.keys(remarks).filter((path) => path !== "general").length;
  if (status === "RETURNED")
    return (
      <p className="rg-said" data-tone="warn" role="status">
        {places === 0
          ? say(["请按审核意见补充：", "Please complete it as requested by the reviewer: "])
          : say([
              `需补充 ${places} 处，已在相应页签标出。`,
              `${places} point${places > 1 ? "s" : ""} to complete, marked on their pages. `,
            ])}
        {remarks["general"] ?? ""}
      </p>
    );
  return null;
}

interface StepperProps {
  readonly now: Tab;
  readonly file: OwnFile;
  readonly remarks: Remarks;
  choose(tab: Tab): void;
}

/** The pages of the file at the side: done, lacking or returned, and how much of it all is there. */
function Stepper({ now, file, remarks, choose }: StepperProps) {
  const say = useText();
  const { missing, completeness } = file.standing;
  const percent = Math.round(Number(completeness));
  const jump = (tab: Tab, path: string): void => {
    choose(tab);
    setTimeout(() => document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"] input`)?.focus(), 60);
  };
  return (
    <aside className="rg-side">
      <div className="rg-percent">
        <span>{say(["完整度", "Completeness"])}</span>
        <b>{percent}%</b>
        <progress max={100} value={percent} aria-label={say(["完整度", "Completeness"])} />
      </div>
      <nav aria-label={say(["资料页签", "Pages of the file"])}>
        {fileTabs.map((tab) => {
          const lacking = missing.filter((one) => one.tab === tab.key).length;
          const said = Object.keys(remarks).filter((path) => path !== "general" && tabOfPath(path) === tab.key).length;
          return (
            <button key={tab.key} type="button" aria-current={tab.key === now ? "page" : undefined} onClick={() => choose(tab.key)}>
              <i data-state={lacking ? "lacks" : "done"} aria-hidden>
                {lacking ? <CircleAlert size={14} /> : <Check size={14} />}
              </i>
              <span>{say(tab.label)}</span>
              {said ? (
                <em>{say([`意见 ${said}`, `${said} remarks`])}</em>
              ) : lacking ? (
                <em>{say([`缺 ${lacking}`, `${lacking} missing`])}</em>
              ) : null}
            </button>
          );
        })}
      </nav>
      {missing.length ? (
        <div className="rg-missing">
          <h3 className="pg-h3">{say([`还缺 ${missing.length} 项`, `${missing.length} entries missing`])}</h3>
          <ul>
            {missing.slice(0, 12).map((one) => (
              <li key={one.path}>
                <button type="button" onClick={() => jump(one.tab, one.path)}>
                  {one.label}
                  <ChevronRight size={13} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </aside>
  );
}

/** What reviewers said about the rows of a page. */
function TabRemarks({ tab, remarks }: { readonly tab: Tab; readonly remarks: Remarks }) {
  const say = useText();
  const here = Object.entries(remarks).filter(([path]) => path.includes("[") || entity.lines[path]);
  const shown = here.filter(([path]) => tabOfPath(path) === tab);
  if (shown.length === 0) return null;
  return (
    <ul className="rg-remarks">
      {shown.map(([path, text]) => {
        const [, collection = "", , field] = /^(\w+)(?:\[([\w-]+)\](?:\.(\w+))?)?$/.exec(path) ?? [];
        const label = field ? entity.lines[collection]?.fields[field]?.label : undefined;
        return (
          <li key={path}>
            {label ? <b>{say(label)}：</b> : null}
            {text}
          </li>
        );
      })}
    </ul>
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
    <ul className="rg-proofs">
      {questions.map((one) => (
        <li key={one.id} data-there={one.submitted}>
          <i aria-hidden>{one.submitted ? <Check size={14} /> : <CircleAlert size={14} />}</i>
          <strong>{one.title}</strong>
          <small>{one.submitted ? say(["已提交", "Answered"]) : say(["待填写", "To be answered"])}</small>
        </li>
      ))}
    </ul>
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
    <footer className="rg-foot">
      <span role="status" data-state={state}>
        {editable ? say(savedWords[state]) : ""}
      </span>
      {file.error ? (
        <span className="pg-error" role="alert">
          {file.error}
        </span>
      ) : null}
      <span className="rg-buttons">
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
      </span>
    </footer>
  );
}
