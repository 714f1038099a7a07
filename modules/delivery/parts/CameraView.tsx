import { Stack } from "#kernel/web/block/layout.tsx";
import { messageOf } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";

interface Detector {
  detect(from: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorMaker = new () => Detector;
/** The browser's own reader of codes, where it has one. */
const detectorOf = (): DetectorMaker | null => (globalThis as { BarcodeDetector?: DetectorMaker }).BarcodeDetector ?? null;

export const mayFilm = (): boolean => detectorOf() !== null && "mediaDevices" in navigator;

/** Reads codes from the camera; the same code counts again only after another one or a pause. */
export function CameraView({ found }: { found(code: string): void }) {
  const say = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [value, setSaid] = useState("");
  const hear = useEffectEvent(found);
  const tell = useEffectEvent((error: unknown) =>
    setSaid(`${say(["无法使用摄像头：", "The camera cannot be used: "])}${messageOf(error)}`),
  );
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
    <Stack gap="xs">
      <video ref={video} width={360} style={{ maxWidth: "100%" }} muted playsInline aria-label={say(["摄像头", "Camera"])} />
      <WorkError of={{ error: value }} />
    </Stack>
  );
}
