import sharp from 'sharp'

// libvips opens whatever it recognises, SVG and PDF included: leave it nothing but the two loaders needed.
// These settings are global to the process; every picture here must be opened through this module.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
// Many pictures at a time use the cores better than many threads on one; files are never opened twice.
sharp.concurrency(1)
sharp.cache(false)

export { sharp }
