import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call, messageOf } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Input, type InputRef } from "antd";
import { ScanLine } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { textOf } from "./start.tsx";
import "./ship.css";

interface Said {
  readonly ok: boolean;
  readonly text: Text;
}

/** A short high tone for yes, a longer low one for no: whoever scans looks at the goods, not at the screen. */
export function beep(ok: boolean): void {
  try {
    const context = new AudioContext();
    const tone = context.createOscillator();
    tone.frequency.value = ok ? 1200 : 300;
    tone.connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + (ok ? 0.08 : 0.35));
    tone.onended = () => void context.close();
  } catch {
    // A place without sound is told on the screen alone.
  }
}

/** Takes codes as fast as they are scanned and works them off in order; the field is ready for the next one at once. */
export function ScanField({ found, scans }: { found(row: Row): void; readonly scans: boolean }) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const [waiting, setWaiting] = useState(0);
  const [said, setSaid] = useState<Said | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const field = useRef<InputRef>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const work = async (code: string, requestId: string): Promise<void> => {
    try {
      const { data } = await call<Row>("srmServer/v1/srmPurDeliveryNoteRestful/findByScan", { code });
      if (data["kind"] !== "NOTE" && scans) {
        const { data: counted } = await call<Row>("srmServer/v1/srmPurReceiveRestful/doScan", {
          noteId: data["noteId"],
          barcode: code,
          requestId,
        });
        const boxes = `${textOf(counted["scannedBoxes"])}/${textOf(counted["totalBoxes"])}`;
        setSaid({ ok: true, text: [`${textOf(data["noteNum"])} 已扫 ${boxes} 箱`, `${textOf(data["noteNum"])}: ${boxes} boxes scanned`] });
      } else setSaid({ ok: true, text: [`送货单 ${textOf(data["noteNum"])}`, `Note ${textOf(data["noteNum"])}`] });
      beep(true);
      found(data);
    } catch (error) {
      beep(false);
      setSaid({ ok: false, text: [`${code}：${messageOf(error)}`, `${code}: ${messageOf(error)}`] });
    }
  };
  const enter = (): void => {
    const code = typed.trim();
    setTyped("");
    if (code === "") return;
    const requestId = crypto.randomUUID();
    setWaiting((n) => n + 1);
    queue.current = queue.current.then(() => work(code, requestId)).finally(() => setWaiting((n) => n - 1));
  };
  return (
    <div className="sp-scan">
      <Input
        ref={field}
        size="large"
        prefix={<ScanLine size={18} aria-hidden />}
        value={typed}
        autoComplete="off"
        placeholder={say(["扫描送货单二维码、箱码或托盘码", "Scan a note, a box or a pallet"])}
        aria-label={say(["扫描", "Scan"])}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") enter();
          event.stopPropagation();
        }}
      />
      <span className="sp-said" role="status" data-ok={said?.ok === false ? "no" : "yes"}>
        {waiting > 0 ? say([`处理中 ${waiting}`, `working ${waiting}`]) : said ? say(said.text) : ""}
      </span>
    </div>
  );
}
