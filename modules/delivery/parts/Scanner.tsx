import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { messageOf } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Button, Input, type InputRef } from "antd";
import { Camera, CameraOff, ScanLine } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { CameraView, mayFilm } from "./CameraView.tsx";

/** What became of a code; not everything that was taken is as it should be. */
export interface Heard {
  readonly ok: boolean;
  readonly text: string;
}

interface Props {
  readonly hint: string;
  /** Works one code off; what it throws is said as a fault. */
  work(code: string, requestId: string): Promise<Heard>;
}

/** A short high tone for yes, a longer low one for no: whoever scans looks at the goods, not at the screen. */
function beep(ok: boolean): void {
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

/** A press on a row of the list beside it looks at the row; the next code is still meant for the field. */
function useKeptFocus(field: { readonly current: InputRef | null }): void {
  useEffect(() => {
    const back = (event: MouseEvent): void => {
      const isRow = event.target instanceof Element && event.target.closest("[data-r]") !== null && !event.target.closest("button");
      const input = field.current?.input;
      if (!isRow || !input?.offsetParent) return;
      // What the press opened, an editor or a menu, keeps what it took.
      setTimeout(() => {
        if (document.activeElement === document.body || document.activeElement?.closest("[data-r]")) input.focus({ preventScroll: true });
      });
    };
    document.addEventListener("click", back);
    return () => document.removeEventListener("click", back);
  }, [field]);
}

/** Takes codes as fast as they are scanned: they wait in order, each with its own request, and the field is free at once. */
export function Scanner({ hint, work }: Props) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const [waiting, setWaiting] = useState(0);
  const [said, setSaid] = useState<Heard | null>(null);
  const [isCamera, setCamera] = useState(false);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const field = useRef<InputRef>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  useKeptFocus(field);
  const hear = async (code: string, requestId: string): Promise<void> => {
    const heard = await work(code, requestId).catch((error: unknown): Heard => ({
      ok: false,
      text: `${code}${say(["：", ": "])}${messageOf(error)}`,
    }));
    beep(heard.ok);
    setSaid(heard);
  };
  const enter = (code: string): void => {
    if (code === "") return;
    const requestId = crypto.randomUUID();
    setWaiting((n) => n + 1);
    queue.current = queue.current.then(() => hear(code, requestId)).finally(() => setWaiting((n) => n - 1));
  };
  return (
    <Stack gap="s">
      <Inline>
        <Input
          ref={field}
          style={{ maxWidth: 420 }}
          size="large"
          prefix={<ScanLine size={18} aria-hidden />}
          value={typed}
          autoComplete="off"
          placeholder={hint}
          aria-label={say(["扫描", "Scan"])}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              enter(typed.trim());
              setTyped("");
            }
            event.stopPropagation();
          }}
        />
        {mayFilm() ? (
          <Button icon={isCamera ? <CameraOff size={15} /> : <Camera size={15} />} onClick={() => setCamera(!isCamera)}>
            {isCamera ? say(["关闭摄像头", "Stop camera"]) : say(["摄像头扫码", "Use camera"])}
          </Button>
        ) : null}
        <Words role="status" tone={said?.ok === false ? "error" : undefined}>
          {waiting > 0 ? say([`处理中 ${waiting}`, `processing ${waiting}`]) : (said?.text ?? "")}
        </Words>
      </Inline>
      {isCamera ? <CameraView found={enter} /> : null}
    </Stack>
  );
}
