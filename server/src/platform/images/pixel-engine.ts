import sharp from 'sharp'

// libvips opens every format it recognises, SVG and PDF included: only the two loaders needed stay enabled.
// These settings are global to the process; every picture here must be opened through this module.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
// Parallel pictures use the cores better than several threads per picture; no cache, as files are not opened twice.
sharp.concurrency(1)
sharp.cache(false)

export { sharp }
