import { RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { fileNo, isImage, suffixOf } from "../../file.ts";
import { useText } from "../language.ts";
import { toast } from "../message.ts";
import { Dialog } from "../shell/Dialog.tsx";
import { words } from "./words.ts";

interface ImageCropperProps {
  readonly file: File;
  onDone(picture: File): void;
  onClose(): void;
}

/** The crop box and what comes out of it: 180 × 180, JPEG. */
const edge = 180;
const quality = 0.92;

/** Draws the chosen square of the turned picture. */
async function cut(url: string, area: Area, turn: number): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const isSide = turn % 180 !== 0;
  const turned = document.createElement("canvas");
  [turned.width, turned.height] = isSide ? [image.naturalHeight, image.naturalWidth] : [image.naturalWidth, image.naturalHeight];
  const pen = turned.getContext("2d")!;
  pen.translate(turned.width / 2, turned.height / 2);
  pen.rotate((turn * Math.PI) / 180);
  pen.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2);
  const out = document.createElement("canvas");
  [out.width, out.height] = [edge, edge];
  const target = out.getContext("2d")!;
  // JPEG knows no transparency; what is clear becomes paper.
  target.fillStyle = "white";
  target.fillRect(0, 0, edge, edge);
  target.drawImage(turned, area.x, area.y, area.width, area.height, 0, 0, edge, edge);
  return new Promise((done, fail) => out.toBlob((blob) => (blob ? done(blob) : fail(fileNo.imageType())), "image/jpeg", quality));
}

/** Cuts a square for an avatar, a logo or a catalogue picture: drag, zoom, turn by 90°, arrow keys. */
export function ImageCropper({ file, onDone, onClose }: ImageCropperProps) {
  const say = useText();
  const [url, setUrl] = useState<string | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useState(0);
  const [area, setArea] = useState<Area | null>(null);
  const isPicture = isImage(suffixOf(file.name));

  useEffect(() => {
    if (!isPicture) {
      toast.error(fileNo.imageType().text);
      onClose();
      return;
    }
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file, isPicture, onClose]);

  const use = (): void => {
    if (url === null || area === null) return;
    cut(url, area, turn).then(
      (blob) => onDone(new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" })),
      () => toast.error(fileNo.imageType().text),
    );
  };
  const foot = (
    <>
      <button type="button" className="s-btn" onClick={onClose}>
        {say(words.cancel)}
      </button>
      <button type="button" className="s-btn" data-kind="primary" disabled={area === null} onClick={use}>
        {say(words.use)}
      </button>
    </>
  );
  if (!isPicture) return null;
  return (
    <Dialog title={say(words.cropTitle)} className="fl-cropdialog" foot={foot} onClose={onClose}>
      <div className="fl-crop">
        {url ? (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            rotation={turn}
            aspect={1}
            cropSize={{ width: edge, height: edge }}
            minZoom={1}
            maxZoom={5}
            keyboardStep={4}
            objectFit="cover"
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_share, pixels) => setArea(pixels)}
            cropperProps={{ "aria-label": say(words.cropHint), role: "application" }}
            mediaProps={{ alt: file.name }}
          />
        ) : null}
      </div>
      <div className="fl-croptools">
        <label>
          {say(words.zoom)}
          <input type="range" min={1} max={5} step={0.05} value={zoom} onChange={(event) => setZoom(Number(event.target.value))} />
        </label>
        <button type="button" className="s-btn" onClick={() => setTurn((turn + 90) % 360)}>
          <RotateCw size={14} aria-hidden />
          {say(words.rotate)}
        </button>
      </div>
      <p className="fl-hint">{say(words.cropHint)}</p>
    </Dialog>
  );
}
