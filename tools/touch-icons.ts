import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { vendorThemes } from '#brands/index.ts'
import { getTouchIcon, renderFavicon } from '#server/domains/brands/index.ts'

/** Width and height in pixels. */
const TOUCH_ICON_SIZE = 180

/*
 * Draws the vendors' touch icons beside their themes: `node tools/touch-icons.ts`, after a change of a logo. The
 * server does not draw them: its image library refuses SVG, because of what customers upload.
 */
for (const theme of vendorThemes) {
  // Square: phones round the corners themselves.
  const svg = renderFavicon({ ...theme, favicon: { ...theme.favicon, radius: 0 } })
  const icon = await sharp(Buffer.from(svg), { density: (72 * TOUCH_ICON_SIZE) / 32 })
    .resize(TOUCH_ICON_SIZE, TOUCH_ICON_SIZE)
    .flatten({ background: theme.favicon.background })
    .png({ palette: true })
    .toBuffer()
  await writeFile(getTouchIcon(theme), icon)
}
