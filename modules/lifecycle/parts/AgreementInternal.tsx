import type { Seen } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns, Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input } from "antd";
import { useState } from "react";
import { missingVariables } from "../clauses.ts";
import { agreementSigning, signingDetail } from "../signing.entity.ts";
import type { Detail } from "./AgreementFacts.tsx";
import { useDeed } from "./DocumentFrame.tsx";

export type Signing = Seen<typeof agreementSigning>;

export interface SigningProps {
  readonly row: Signing;
  readonly detail: Detail;
  done(document: Signing): void;
}

export interface Variable {
  readonly name: string;
  readonly value: string | null;
}

const named = (content: string): readonly string[] => [
  ...new Set([...content.matchAll(/\{\{\s*([^{}\s]+)\s*\}\}/g)].map((found) => found[1]!)),
];

interface TextProps {
  readonly content: string;
  readonly variables: readonly Variable[];
  setContent(next: string): void;
  setVariables(next: readonly Variable[]): void;
}

/** The text of an agreement under the pen, with the variables it names. */
export function AgreementText({ content, variables, setContent, setVariables }: TextProps) {
  const say = useText();
  const names = [...new Set([...named(content), ...variables.map(({ name }) => name)])];
  const missing = missingVariables(content, variables);
  return (
    <>
      <Input.TextArea
        rows={12}
        maxLength={60_000}
        value={content}
        aria-label={say(["协议正文", "Text of the agreement"])}
        onChange={(e) => setContent(e.target.value)}
      />
      {names.length === 0 ? null : (
        <Columns of={{ least: 180 }}>
          {names.map((name) => (
            <Labelled key={name} label={`{{${name}}}`}>
              <Input
                value={variables.find((variable) => variable.name === name)?.value ?? ""}
                maxLength={400}
                aria-label={`${say(["变量", "Variable"])} ${name}`}
                onChange={(e) =>
                  setVariables([...variables.filter((variable) => variable.name !== name), { name, value: e.target.value || null }])
                }
              />
            </Labelled>
          ))}
        </Columns>
      )}
      {missing.length > 0 ? (
        <Words tone="warning">{say([`变量未填写：${missing.join("、")}`, `Variables without a value: ${missing.join(", ")}`])}</Words>
      ) : null}
    </>
  );
}

/** A co-handler's own agreement: its text, its variables, its file, and an opinion. */
export function CoHandling({ row, detail, done }: SigningProps) {
  const say = useText();
  const deed = useDeed(agreementSigning, row, done);
  const [content, setContent] = useState(detail.content ?? "");
  const [file, setFile] = useState(detail.draftFileId ?? "");
  const [variables, setVariables] = useState<readonly Variable[]>((detail.variables ?? []) as readonly Variable[]);
  const [opinion, setOpinion] = useState(detail.assistOpinion ?? "");
  const input = { detailId: detail.id!, content: content || null, draftFile: file || null, variables, assistOpinion: opinion || null };
  return (
    <Box now title={say(["由您协办", "Assigned to you"])} label={say(["协办", "Co-handling"])}>
      <Stack>
        <AgreementText {...{ content, variables, setContent, setVariables }} />
        <FilesBlock entity={signingDetail} fieldKey="draftFileId" row={{ draftFileId: file }} showVisibility change={setFile} />
        <Input
          maxLength={500}
          value={opinion}
          aria-label={say(["协办意见", "Comment"])}
          placeholder={say(["协办意见（可不填）", "Comment (optional)"])}
          onChange={(e) => setOpinion(e.target.value)}
        />
        <WorkError of={deed} />
        <Inline>
          <Button type="primary" loading={deed.busy} onClick={() => void deed.press("doAssistSave", input, ["已保存", "Saved"])}>
            {say(["保存", "Save"])}
          </Button>
        </Inline>
      </Stack>
    </Box>
  );
}

/** The end of a co-handler's part. */
export function CoHandlingDone({ row, done }: Omit<SigningProps, "detail">) {
  const say = useText();
  const deed = useDeed(agreementSigning, row, done);
  return (
    <Box>
      <WorkError of={deed} />
      <Button type="primary" loading={deed.busy} onClick={() => void deed.press("doAssistDone", {}, ["协办完成", "Co-handling done"])}>
        {say(["完成我的协办", "Mark my part as done"])}
      </Button>
    </Box>
  );
}

/** A signature on paper is entered with the signed file. */
export function PaperSigning({ row, detail, done }: SigningProps) {
  const say = useText();
  const deed = useDeed(agreementSigning, row, done);
  const [signedFile, setFile] = useState("");
  const [signerName, setName] = useState("");
  const input = { detailId: detail.id!, signedFile, signerName: signerName || null };
  return (
    <Box now title={say(["登记纸质签署", "Enter the paper signature"])}>
      <Stack>
        <FilesBlock entity={signingDetail} fieldKey="signedFileId" row={{ signedFileId: signedFile }} showVisibility change={setFile} />
        <WorkError of={deed} />
        <Inline>
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
            onClick={() => void deed.press("doPaperSigned", input, ["已登记", "Entered"])}
          >
            {say(["登记", "Enter"])}
          </Button>
        </Inline>
      </Stack>
    </Box>
  );
}
