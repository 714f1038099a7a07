import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input } from "antd";
import { useState } from "react";
import { filled, missingVariables } from "../clauses.ts";
import { agreementSigning, signingDetail } from "../signing.entity.ts";
import { useDeed } from "./DocumentFrame.tsx";

interface Props {
  readonly row: Row;
  readonly detail: Row;
  done(document: Row): void;
}
export interface Variable {
  readonly name: string;
  readonly value: string | null;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const named = (content: string): readonly string[] => [
  ...new Set([...content.matchAll(/\{\{\s*([^{}\s]+)\s*\}\}/g)].map((found) => found[1]!)),
];

/** The variables a text names, each with its value. */
export function Variables({
  content,
  variables,
  change,
}: {
  readonly content: string;
  readonly variables: readonly Variable[];
  change?(next: readonly Variable[]): void;
}) {
  const say = useText();
  const names = [...new Set([...named(content), ...variables.map((one) => one.name)])];
  if (names.length === 0) return null;
  const value = (name: string) => variables.find((one) => one.name === name)?.value ?? "";
  return (
    <div className="tr-row">
      {names.map((name) => (
        <label key={name} className="tr-field">
          {`{{${name}}}`}
          <Input
            value={value(name)}
            maxLength={400}
            disabled={!change}
            aria-label={`${say(["变量", "Variable"])} ${name}`}
            onChange={(e) => change?.([...variables.filter((one) => one.name !== name), { name, value: e.target.value || null }])}
          />
        </label>
      ))}
    </div>
  );
}

/** A co-handler's own agreement: its text, its variables, its file, and an opinion. */
export function CoHandling({ row, detail, done }: Props) {
  const say = useText();
  const deed = useDeed(agreementSigning, row, done);
  const [content, setContent] = useState(text(detail["content"]));
  const [file, setFile] = useState(text(detail["draftFileId"]));
  const [variables, setVariables] = useState((detail["variables"] ?? []) as readonly Variable[]);
  const [opinion, setOpinion] = useState(text(detail["assistOpinion"]));
  const input = { detailId: detail["id"], content: content || null, draftFile: file || null, variables, assistOpinion: opinion || null };
  const missing = missingVariables(content, variables);
  return (
    <section className="tr-box" data-now="yes" aria-label={say(["协办", "Co-handling"])}>
      <h3>{say(["由您协办", "Assigned to you"])}</h3>
      <Input.TextArea
        rows={12}
        value={content}
        maxLength={60_000}
        aria-label={say(["协议正文", "Text of the agreement"])}
        onChange={(e) => setContent(e.target.value)}
      />
      <Variables content={content} variables={variables} change={setVariables} />
      {missing.length > 0 ? (
        <p className="pc-note pc-warn">{say([`变量未填写：${missing.join("、")}`, `Variables without a value: ${missing.join(", ")}`])}</p>
      ) : null}
      <FilesBlock entity={signingDetail} fieldKey="draftFileId" row={{ draftFileId: file }} showVisibility change={setFile} />
      <Input
        style={{ marginTop: 8 }}
        maxLength={500}
        value={opinion}
        aria-label={say(["协办意见", "Comment"])}
        placeholder={say(["协办意见（可不填）", "Comment (optional)"])}
        onChange={(e) => setOpinion(e.target.value)}
      />
      <WorkError of={deed} />
      <div className="tr-row">
        <Button type="primary" loading={deed.busy} onClick={() => void deed.press("doAssistSave", input, ["已保存", "Saved"])}>
          {say(["保存", "Save"])}
        </Button>
      </div>
    </section>
  );
}

/** The end of a co-handler's part. */
export function CoHandlingDone({ row, done }: Omit<Props, "detail">) {
  const say = useText();
  const deed = useDeed(agreementSigning, row, done);
  return (
    <section className="tr-box">
      <WorkError of={deed} />
      <Button type="primary" loading={deed.busy} onClick={() => void deed.press("doAssistDone", {}, ["协办完成", "Co-handling done"])}>
        {say(["完成我的协办", "Mark my part as done"])}
      </Button>
    </section>
  );
}

/** A signature on paper is entered with the signed file. */
export function PaperSigning({ row, detail, done }: Props) {
  const say = useText();
  const deed = useDeed(agreementSigning, row, done);
  const [signedFile, setFile] = useState("");
  const [signerName, setName] = useState("");
  return (
    <section className="tr-box" data-now="yes" aria-label={say(["登记纸质签署", "Enter the paper signature"])}>
      <h3>{say(["登记纸质签署", "Enter the paper signature"])}</h3>
      <FilesBlock entity={signingDetail} fieldKey="signedFileId" row={{ signedFileId: signedFile }} showVisibility change={setFile} />
      <WorkError of={deed} />
      <div className="tr-row">
        <Input
          style={{ width: 200 }}
          value={signerName}
          maxLength={120}
          aria-label={say(["供方签署人", "Signed by"])}
          placeholder={say(["供方签署人", "Signed by"])}
          onChange={(e) => setName(e.target.value)}
        />
        <Button
          type="primary"
          loading={deed.busy}
          disabled={signedFile === ""}
          onClick={() =>
            void deed.press("doPaperSigned", { detailId: detail["id"], signedFile, signerName: signerName || null }, ["已登记", "Entered"])
          }
        >
          {say(["登记", "Enter"])}
        </Button>
      </div>
    </section>
  );
}

/** The text as the supplier will read it, with its variables filled in. */
export const shownText = (content: string, variables: readonly Variable[]): string => filled(content, variables);
