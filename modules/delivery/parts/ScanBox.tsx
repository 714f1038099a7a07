import type { Row } from "#kernel/page-document.ts";
import { call, messageOf } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Button, Input, type InputRef } from "antd";
import { Camera, CameraOff, ScanLine } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { beep } from "./ScanField.tsx";
import { textOf } from "./start.tsx";
import "./ship.css";

interface Detector {
  detect(from: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorMaker = new () => Detector;
/** The browser's own reader of codes, where it has one. */
const detectorOf = (): DetectorMaker | null => (globalThis as { BarcodeDetector?: DetectorMaker }).BarcodeDetector ?? null;

/** Reads codes from the camera; the same code counts again only after another one or a pause. */
function CameraView({ found }: { found(code: string): void }) {
  const say = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [said, setSaid] = useState("");
  const hear = useEffectEvent(found);
  const tell = useEffectEvent((error: unknown) => setSaid(`${say(["无法使用摄像头", "The camera cannot be used"])}：${messageOf(error)}`));
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOn = true;
    let last = { code: "", at: 0 };
    const look = async (reader: Detector): Promise<void> => {
      if (!isOn || !video.current) return;
      const codes = await reader.detect(video.current).catch(() => []);
      for (const { rawValue } of codes) {
        const now = performance.now();
        if (rawValue === last.code && now - last.at < 2500) continue;
        last = { code: rawValue, at: now };
        hear(rawValue);
      }
      setTimeout(() => void look(reader), 250);
    };
    const begin = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (!isOn || !video.current) return;
      video.current.srcObject = stream;
      await video.current.play();
      const Maker = detectorOf();
      if (Maker) await look(new Maker());
    };
    begin().catch((error: unknown) => tell(error));
    return () => {
      isOn = false;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return (
    <div className="rv-camera">
      <video ref={video} muted playsInline aria-label={say(["摄像头", "Camera"])} />
      {said ? <span role="alert">{said}</span> : null}
    </div>
  );
}

interface Props {
  readonly receiveId: string | null;
  readonly noteId: string | null;
  counted(answer: Row): void;
}

/** Counts boxes as fast as they are scanned: codes wait in order, each with its own request, and the field is free at once. */
export function ScanBox({ receiveId, noteId, counted }: Props) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const [waiting, setWaiting] = useState(0);
  const [said, setSaid] = useState<{ readonly ok: boolean; readonly text: string } | null>(null);
  const [isCamera, setCamera] = useState(false);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const field = useRef<InputRef>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const work = async (barcode: string, requestId: string): Promise<void> => {
    try {
      const { data } = await call<Row>("srmServer/v1/srmPurReceiveRestful/doScan", { receiveId, noteId, barcode, requestId });
      beep(true);
      const already = (data["already"] as readonly string[]).join(" ");
      const boxes = `${textOf(data["scannedBoxes"])}/${textOf(data["totalBoxes"])}`;
      setSaid({ ok: already === "", text: `${barcode} · ${say(["已扫", "scanned"])} ${boxes} ${already}` });
      counted(data);
    } catch (error) {
      beep(false);
      setSaid({ ok: false, text: `${barcode}：${messageOf(error)}` });
    }
  };
  const enter = (code: string): void => {
    if (code === "") return;
    const requestId = crypto.randomUUID();
    setWaiting((n) => n + 1);
    queue.current = queue.current.then(() => work(code, requestId)).finally(() => setWaiting((n) => n - 1));
  };
  const mayFilm = detectorOf() !== null && "mediaDevices" in navigator;
  return (
    <div>
      <div className="sp-scan">
        <Input
          ref={field}
          size="large"
          prefix={<ScanLine size={18} aria-hidden />}
          value={typed}
          autoComplete="off"
          placeholder={say(["扫描箱码或托盘码", "Scan a box or a pallet"])}
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
        {mayFilm ? (
          <Button icon={isCamera ? <CameraOff size={15} /> : <Camera size={15} />} onClick={() => setCamera(!isCamera)}>
            {isCamera ? say(["关闭摄像头", "Stop camera"]) : say(["摄像头扫码", "Use camera"])}
          </Button>
        ) : null}
        <span className="sp-said" role="status" data-ok={said?.ok === false ? "no" : "yes"}>
          {waiting > 0 ? say([`处理中 ${waiting}`, `working ${waiting}`]) : (said?.text ?? "")}
        </span>
      </div>
      {isCamera ? <CameraView found={enter} /> : null}
    </div>
  );
}
