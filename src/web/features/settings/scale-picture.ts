import { limits } from '#contract/limits.ts';

/** No larger is it ever drawn. */
const sideMax = 512;
const quality = 0.9;

/** Whether something shows through it. */
function isSeeThrough({ data }: ImageData): boolean {
  return data.some((value, at) => at % 4 === 3 && value < 255);
}

/**
 * A picture as it is sent, in base64: of any size and kind that this browser reads, drawn anew as JPEG, or as PNG where something shows
 * through it. Null: it cannot be read.
 */
export async function scalePicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (bitmap === null || context === null) return null;
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.width = width;
  canvas.height = height;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const encode = (type: 'image/png' | 'image/jpeg'): string => canvas.toDataURL(type, quality).replace(/^[^,]*,/u, '');
  if (isSeeThrough(context.getImageData(0, 0, width, height))) {
    const png = encode('image/png');
    if (png.length * (3 / 4) <= limits.pictureMaxBytes) return png;
  }
  // Nothing shows through a JPEG.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  return encode('image/jpeg');
}
