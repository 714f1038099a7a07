import { Columns, Inline, Words } from "#kernel/web/block/layout.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Box } from "#kernel/web/block/Box.tsx";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { saveBlob } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Checkbox, Modal } from "antd";
import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { changeOwn } from "./own.tsx";
import { SixDigits } from "./SixDigits.tsx";

/** The codes for the day the phone is lost, shown this once; the dialog closes when the person says they are kept. */
export function RecoveryCodes({ codes, close }: { readonly codes: readonly string[]; close(): void }) {
  const say = useText();
  const [kept, setKept] = useState(false);
  const text = codes.join("\n");
  return (
    <Modal
      open
      width={460}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={say(["保存恢复码", "Keep the recovery codes"])}
      footer={
        <div className="pg-dialog-foot">
          <Checkbox className="pg-grow" checked={kept} onChange={(event) => setKept(event.target.checked)}>
            {say(["我已妥善保存", "I have saved them"])}
          </Checkbox>
          <Button type="primary" disabled={!kept} onClick={close}>
            {say(["完成", "Done"])}
          </Button>
        </div>
      }
    >
      <p className="pg-dialog-text">
        {say([
          "手机丢失时，每个恢复码可代替动态口令登录一次。只显示这一次，请打印或存到安全的地方。",
          "If you lose your phone, each code signs you in once. They are shown only now; print them or keep them somewhere safe.",
        ])}
      </p>
      <Box soft>
        <Columns of="1fr 1fr" gap="xs" as="ul">
          {codes.map((code) => (
            <Words key={code} as="li" size="strong" code>
              {code}
            </Words>
          ))}
        </Columns>
      </Box>
      <Inline as="p">
        <Button
          size="small"
          icon={<Copy size={13} />}
          onClick={() => void navigator.clipboard.writeText(text).then(() => toast.success(["已复制", "Copied"]))}
        >
          {say(["复制", "Copy"])}
        </Button>
        <Button
          size="small"
          icon={<Download size={13} />}
          onClick={() => saveBlob({ blob: new Blob([`${text}\n`], { type: "text/plain" }), fileName: "BASE-SRM-recovery-codes.txt" })}
        >
          {say(["下载", "Download"])}
        </Button>
      </Inline>
    </Modal>
  );
}

/** New codes instead of the old ones, for whoever still holds the authenticator. */
export function RenewRecoveryCodes({ left, close }: { readonly left: number; close(): void }) {
  const say = useText();
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { busy, error, run } = useWork();
  const renew = (): Promise<void> => run(async () => setCodes((await changeOwn("renewOwnRecoveryCodes", { code })).recoveryCodes ?? []));
  if (codes) return <RecoveryCodes codes={codes} close={close} />;
  return (
    <AskDialog
      title={say(["重新生成恢复码", "New recovery codes"])}
      width={460}
      press={["重新生成", "Make new ones"]}
      busy={busy}
      ready={code.length === 6}
      errors={[error]}
      send={() => void renew()}
      close={close}
    >
      <p className="pg-dialog-text">
        {say([`原有恢复码还剩 ${left} 个，重新生成后全部作废。`, `${left} old codes are left; creating new ones invalidates them.`])}
      </p>
      <Labelled label={say(["验证器应用显示的六位口令", "Six digits from the authenticator app"])}>
        <SixDigits id="renew-code" value={code} change={setCode} />
      </Labelled>
    </AskDialog>
  );
}
