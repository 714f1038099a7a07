import type { Picture } from "./encode.ts";

/** A picture and the cell it lies over. */
export interface Placed {
  readonly row: number;
  readonly column: number;
  readonly picture: Picture;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = "http://schemas.openxmlformats.org";
const drawingNames = `xmlns:xdr="${schemas}/drawingml/2006/spreadsheetDrawing" xmlns:a="${schemas}/drawingml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships"`;

/** English metric units: how drawings measure a pixel. */
const unit = 9_525;
const margin = 2 * unit;

/** The parts of a sheet's drawing: where the pictures lie, which file each is, and the files; all told to move and shrink with their cells. */
export function* drawingParts(
  sheet: number,
  pictures: readonly Placed[],
): Generator<readonly [name: string, content: string | Uint8Array]> {
  const anchors = pictures.map(({ row, column, picture: { width, height } }, i) => {
    const name = `<xdr:cNvPr id="${i + 1}" name="Picture ${i + 1}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr>`;
    const extent = `cx="${width * unit}" cy="${height * unit}"`;
    return (
      `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${margin}</xdr:colOff><xdr:row>${row - 1}</xdr:row><xdr:rowOff>${margin}</xdr:rowOff></xdr:from><xdr:ext ${extent}/>` +
      `<xdr:pic><xdr:nvPicPr>${name}</xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId${i + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
      `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
    );
  });
  yield [`xl/drawings/drawing${sheet}.xml`, `${head}<xdr:wsDr ${drawingNames}>${anchors.join("")}</xdr:wsDr>`];
  const links = pictures.map(
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${schemas}/officeDocument/2006/relationships/image" Target="../media/picture${sheet}_${i + 1}.jpeg"/>`,
  );
  yield [
    `xl/drawings/_rels/drawing${sheet}.xml.rels`,
    `${head}<Relationships xmlns="${schemas}/package/2006/relationships">${links.join("")}</Relationships>`,
  ];
  for (const [i, { picture }] of pictures.entries()) yield [`xl/media/picture${sheet}_${i + 1}.jpeg`, picture.jpeg];
}
