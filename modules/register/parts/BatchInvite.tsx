import { Button, Input, Modal } from "antd";
import { useState } from "react";
import type { Form } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { FormGrid } from "#kernel/web/page/FormGrid.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { invite } from "../invite.entity.ts";
import { invitesIn } from "../paste.ts";

const shared = ["orgId", "categoryIds", "sceneId", "validTo"] as const;
const cells = shared.map((key) => ({ key, field: invite.fields[key], span: 2 as const }));

/** Many invitations at once: companies pasted from a spreadsheet, one organisation and its categories for all of them. Nothing is sent yet. */
export function BatchInvite({ done, close }: { done(): void; close(): void }) {
  const say = useText();
  const work = useWork();
  const [text, setText] = useState("");
  const [row, setRow] = useState<Form<typeof invite>>({});
  const { rows, wrong } = invitesIn(text);
  const ready = rows.length > 0 && rows.length <= 200 && wrong.length === 0 && row.orgId && row.categoryIds?.length;
  const save = (): Promise<void> =>
    work.run(async () => {
      const common = Object.fromEntries(shared.map((key) => [key, row[key] ?? null]));
      await call("srmServer/v1/srmSupRegisterInviteRestful/doBatchSaveOrUpdate", {
        rows: rows.map((pastedInvite) => ({ ...common, ...pastedInvite })),
      });
      toast.success([`已新增 ${rows.length} 条邀请，尚未发送`, `${rows.length} invites drafted, not sent yet`]);
      done();
      close();
    });
  return (
    <Modal
      open
      width={760}
      title={say(["批量新增邀请", "Draft several invites"])}
      onCancel={close}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow pg-faint">
            {wrong.length
              ? say([
                  `第 ${wrong.slice(0, 5).join("、")} 行缺少企业、联系人或联系方式`,
                  `Lines ${wrong.slice(0, 5).join(", ")}: company, contact or address missing`,
                ])
              : say([`${rows.length} 家企业`, `${rows.length} companies`])}
          </span>
          <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
          <Button type="primary" loading={work.busy} disabled={!ready} onClick={() => void save()}>
            {say(["新增", "Draft them"])}
          </Button>
        </div>
      }
    >
      <FormGrid
        cells={cells}
        row={row}
        columns={4}
        required={(key) => key === "orgId" || key === "categoryIds"}
        patch={(patch) => setRow((old) => ({ ...old, ...patch }))}
      />
      <Input.TextArea
        rows={8}
        value={text}
        aria-label={say(["企业清单", "Companies"])}
        placeholder={say([
          "从表格粘贴，每行一家：企业、联系人、邮箱、手机、信用代码",
          "Paste from a spreadsheet, one per line: company, contact, e-mail, mobile, credit code",
        ])}
        onChange={(event) => setText(event.target.value)}
      />
      {work.error ? (
        <p className="pg-error" role="alert">
          {work.error}
        </p>
      ) : null}
    </Modal>
  );
}
